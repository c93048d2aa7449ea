import type { SourceDocument } from './source-document.ts';

/** A supervisory handbook on significant risk transfer. */
export const riskTransfer: SourceDocument = {
  id: 'MBA-SRT-2025',
  title: 'Supervisory handbook: assessing significant risk transfer',
  theme: 'SRT',
  firstPage: 11,
  chunks: [
    {
      labels: 'SRT:2',
      text:
        'The originator notifies its intention to claim significant risk transfer at least ' +
        'three months before the expected closing date. The package contains the draft ' +
        'documentation, a self-assessment, the cash-flow model with the scenarios used, the ' +
        'computation of the quantitative tests and the approval of the competent internal ' +
        'body. Within fifteen days of closing, the final documents follow together with an ' +
        'explanation of every change. An incomplete package does not start the period.',
    },
    {
      labels: 'SRT:2',
      text:
        'The mezzanine test is met when the risk-weighted exposure amounts of the mezzanine ' +
        'positions that the originator holds do not exceed half of those of all mezzanine ' +
        'positions in the transaction. Without mezzanine positions the first loss test ' +
        'applies: the originator holds no more than 20 % of the exposure value of the first ' +
        'loss tranche, and that tranche exceeds a reasoned estimate of the expected loss on ' +
        'the pool by a substantial margin. Passing a test creates a presumption, not a ' +
        'right.',
    },
    {
      labels: 'SRT:2',
      text:
        'The reduction in own funds requirements must be justified by a commensurate ' +
        'transfer of credit risk to third parties. The examiner compares the share of ' +
        'unexpected loss that leaves the balance sheet, over the life of the deal and under ' +
        'a front-loaded and a back-loaded loss path, with the share of capital that is ' +
        'saved. Where half of the capital goes but a fifth of the losses, the Authority ' +
        'objects, even though every mechanical test has been passed.',
    },
    {
      labels: 'SRT:2 Securitisation:2',
      text:
        'Synthetic transactions raise the question of who pays when. Credit events include ' +
        'at least failure to pay, bankruptcy and, unless the reference entity’s debt cannot ' +
        'be restructured without full consent, restructuring. Protection payments are not ' +
        'deferred beyond what the verification of losses needs, an interim payment is made ' +
        'within six months of the credit event, and the premium does not eat up the ' +
        'protection that it buys. Funded protection is held in cash or in high-quality ' +
        'collateral under the originator’s control.',
    },
    {
      labels: 'SRT:2',
      text:
        'Excess spread committed by the originator absorbs losses before the protection ' +
        'seller does, and so hands risk back. The amount that is contractually committed ' +
        'for the remaining life is treated as a position of the originator. A ' +
        'use-it-or-lose-it mechanism is easier to accept than a trapped one, because spread ' +
        'that is not needed in a year no longer stands ready for the losses of later years. ' +
        'The self-assessment shows the tests with and without this position.',
    },
    {
      labels: 'SRT:2',
      text:
        'Call options change the picture when they can be exercised as the protection ' +
        'becomes valuable to keep. A time call is compatible with risk transfer if its ' +
        'first date lies beyond the weighted average life of the pool measured at closing. ' +
        'A regulatory call must be limited to events that were unforeseeable and that take ' +
        'away the effect of the transaction on own funds. Incentives to call early, such as ' +
        'a step-up in the premium, lead to the refusal of recognition.',
    },
    {
      labels: 'SRT:2 Governance:1',
      text:
        'The body that approves the transaction sees the economics, not only the relief. ' +
        'Its papers state the cost of protection in relation to the capital released, the ' +
        'reasons for selecting this portfolio, and how the bank would replace the ' +
        'protection when it ends. The risk function gives its own opinion in writing. The ' +
        'Authority has met institutions whose boards learnt from the press that protection ' +
        'on a tenth of the corporate book would expire within one quarter.',
    },
    {
      labels: 'SRT:2 CreditRisk:1',
      hard: true,
      text:
        'Financing of the investor by the protected bank, or by another bank of the same ' +
        'group, weakens the transfer. A repo or a loan against the notes brings the credit ' +
        'risk of the pool back through the side door when the borrower is a fund whose only ' +
        'asset is the protection. The examiner asks for all exposures to investors and ' +
        'their managers, looks at haircuts and recourse, and treats leverage above a ' +
        'moderate level as an indication that the risk has not left the banking system.',
    },
    {
      labels: 'SRT:2 IRB:1',
      text:
        'Where the pool is weighted with internal estimates, the capital charge of the pool ' +
        'before the transaction is checked against recent validation results: an ' +
        'underestimated LGD flatters the thickness of the first loss tranche. The tranche ' +
        'is sized in years of expected loss and in multiples of the stressed loss. ' +
        'Portfolios selected by a rule other than random selection are compared with the ' +
        'book from which they come, because leaving the weaker names at home makes the ' +
        'transfer look better than it is.',
    },
    {
      labels: 'SRT:2',
      text:
        'After closing the originator monitors the transfer every quarter. It recomputes ' +
        'the mezzanine or first loss test on the current balances, compares realised losses ' +
        'with the base case, and reports the outcome with the effect on the Common Equity ' +
        'Tier 1 ratio. A change of the attachment point through amortisation is expected; a ' +
        'change through the replenishment with riskier loans is not. Recognition ends on ' +
        'the day on which the conditions cease to be met, not at the next reporting date.',
    },
    {
      labels: 'SRT:2 Securitisation:1',
      hard: true,
      text:
        'Guarantees of supranational promoters on granular loan portfolios are examined ' +
        'like any other protection when they cover a tranche. The fact that the guarantor ' +
        'pursues a public purpose removes neither the need for an independent opinion on ' +
        'enforceability nor the requirement that losses be borne as they arise. Caps on the ' +
        'guarantee rate are treated as the detachment point. An untranched guarantee that ' +
        'covers the same percentage of every loan is ordinary unfunded credit protection ' +
        'and is outside this handbook.',
    },
    {
      labels: 'SRT:2 StressTesting:2',
      text:
        'Deals amortise faster in good times than in bad. The Authority therefore expects a ' +
        'capital plan in which the relief fades under the adverse scenario: prepayments ' +
        'slow down, the senior tranche stays outstanding for longer, downgrades in the pool ' +
        'raise the risk weight of the retained position, and new protection is either ' +
        'unavailable or dearer. A plan that assumes a like-for-like replacement of every ' +
        'maturing trade in a stressed market is returned.',
    },
    {
      labels: 'SRT:1 Liquidity_NSFR:1',
      hard: true,
      text:
        'Cash proceeds of credit-linked notes issued directly by the originator are ' +
        'unsecured funding for as long as the notes run. The treasurer will see a gain in ' +
        'stable funding when the residual maturity is above one year; that gain is a side ' +
        'effect and is left out of the comparison between cost and benefit of the ' +
        'protection. If the notes carry a call within the year, the funding is treated as ' +
        'maturing on the call date, and the examiner asks whether the protection should be ' +
        'too.',
    },
    {
      labels: '',
      text:
        'The handbook is for the use of examiners and is published in the interest of ' +
        'transparency. It creates no rights for institutions and does not bind the ' +
        'Authority in an individual case. Names, amounts and dates in the boxed examples ' +
        'have been changed. The translation is provided for convenience; the version in the ' +
        'official language is authentic. Suggestions for the next edition may be sent to ' +
        'the address on the last page.',
    },
  ],
};
