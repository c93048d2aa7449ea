import type { SourceDocument } from './source-document.ts';

/** Guidelines on securitisation. */
export const securitisation: SourceDocument = {
  id: 'MBA-GL-2025-01',
  title: 'Guidelines 2025/01 on securitisation',
  theme: 'Securitisation',
  firstPage: 5,
  chunks: [
    {
      labels: 'Securitisation:2',
      text:
        'A transaction is a securitisation when the credit risk of an exposure or a pool of ' +
        'exposures is tranched, when payments depend on the performance of that pool, and ' +
        'when the subordination of the tranches determines how losses are distributed ' +
        'during the life of the transaction. A fund that issues one class of units, and a ' +
        'loan that finances a single physical asset as specialised lending, fall outside ' +
        'the definition even if a special purpose entity is used.',
    },
    {
      labels: 'Securitisation:2',
      text:
        'The originator, sponsor or original lender retains on an ongoing basis a material ' +
        'net economic interest of not less than 5 %. Retention may take the form of a ' +
        'vertical slice, of the seller’s share in a revolving pool, of randomly selected ' +
        'exposures, of the first loss tranche or of a first loss exposure in every ' +
        'securitised asset. It is measured at origination, is not split among different ' +
        'types of retainers, and may be neither sold nor hedged.',
    },
    {
      labels: 'Securitisation:2',
      text:
        'Before holding a securitisation position an institutional investor verifies that ' +
        'the loans were granted on sound and well-defined criteria, that the risk retention ' +
        'is disclosed, and that the information required by Article 7 is made available. It ' +
        'then assesses the structural features that can materially affect performance: the ' +
        'priority of payments, triggers, credit and liquidity enhancement, and the ' +
        'definition of default specific to the deal. Written procedures for monitoring ' +
        'follow for as long as the position is held.',
    },
    {
      labels: 'Securitisation:2',
      text:
        'The designation STS may be used only when the requirements for simplicity, ' +
        'standardisation and transparency are met and the transaction appears on the ESMA ' +
        'list. The underlying exposures are acquired by true sale, are homogeneous in asset ' +
        'type, contain no exposure in default at the time of selection, and are serviced ' +
        'under comparable procedures. A third-party verifier may be asked to check ' +
        'compliance, but the responsibility of originator, sponsor and issuer remains what ' +
        'it was.',
    },
    {
      labels: 'Securitisation:2 IRB:1 CreditRisk:1',
      hard: true,
      text:
        'The hierarchy of approaches decides how a position is weighted. An institution ' +
        'that can calculate the capital requirement of the pool with its own rating models ' +
        'uses the SEC-IRBA; failing that, it applies the SEC-SA, which starts from the ' +
        'requirement that the pool would have under the standardised approach for credit ' +
        'risk and from the share of delinquent loans. The SEC-ERBA, based on external ' +
        'ratings of the tranche, comes last. A position that fits none of them receives 1 ' +
        '250 %.',
    },
    {
      labels: 'Securitisation:2',
      text:
        'Under the SEC-SA the risk weight grows with the capital charge of the pool, with ' +
        'the ratio of delinquent assets and with the thinness of the tranche. The ' +
        'supervisory parameter p is 1, and 0.5 for a position in a transaction that ' +
        'qualifies for the differentiated treatment. The risk weight never falls below 15 ' +
        '%, or below 10 % for the senior position in such a transaction. Resecuritisations ' +
        'use p equal to 1.5 and a floor of 100 %.',
    },
    {
      labels: 'Securitisation:2 SRT:2',
      text:
        'An originator excludes the underlying exposures from its own calculation only if ' +
        'significant credit risk associated with them has been transferred to third ' +
        'parties, or if it applies a risk weight of 1 250 % to, or deducts, every position ' +
        'that it keeps. In all other cases the pool is treated as though it had never been ' +
        'securitised, and positions held in the transaction carry no requirement of their ' +
        'own. The choice is made at the origination date and reviewed with every ' +
        'restructuring.',
    },
    {
      labels: 'Securitisation:2 Liquidity_LCR:2',
      text:
        'Senior tranches of auto, residential mortgage, SME and consumer loan ' +
        'securitisations can count towards the Level 2B assets of the liquidity buffer when ' +
        'they carry the STS label and meet the further conditions of the delegated act: ' +
        'credit quality step 1, a remaining weighted average life of at most five years and ' +
        'an issue size of at least 100 million euro. Haircuts are 25 % for the first two ' +
        'kinds and 35 % for the others.',
    },
    {
      labels: 'Securitisation:2',
      text:
        'Implicit support undermines the transfer. A sponsor or originator must not, with a ' +
        'view to reducing losses of investors, step in beyond its contractual obligations, ' +
        'for instance by buying back deteriorated loans at par or by replacing them with ' +
        'better ones outside the conditions of the prospectus. A repurchase at arm’s length ' +
        'is documented with a price comparison and goes through the ordinary credit ' +
        'approval. The Authority is notified of any transaction with the vehicle that was ' +
        'not foreseen.',
    },
    {
      labels: 'Securitisation:2',
      text:
        'In an asset-backed commercial paper programme the sponsor that provides full ' +
        'support covers liquidity and credit risks and any material dilution risk of every ' +
        'transaction in the conduit. For the STS label the remaining weighted average life ' +
        'of each pool stays within one year, or within three and a half years for auto and ' +
        'equipment leases. Under the internal assessment approach unrated positions are ' +
        'rated with the sponsor’s methodology, which mirrors that of a recognised rating ' +
        'agency and is reviewed at least annually.',
    },
    {
      labels: 'Securitisation:1 Governance:2',
      hard: true,
      text:
        'A member of the management body is named as responsible for transactions in which ' +
        'the bank acts as originator or sponsor. New structures pass the new product ' +
        'approval process, in which risk control and compliance hold a right of veto that ' +
        'the management body alone can set aside, with reasons in the minutes. Staff who ' +
        'sell tranches to clients do not take part in approving the credit that backs them, ' +
        'and their variable pay must not depend on the volume placed.',
    },
    {
      labels: 'Securitisation:2 Reporting_COREP_FINREP:2',
      text:
        'Originators and investors report their positions in templates C 13.01 and C 14.00 ' +
        'with one row per transaction in the latter. The identifier assigned by the ' +
        'reporting entity must remain the same for the life of the deal and agree with the ' +
        'one sent to the securitisation repository. Loan-level data follow the annexes of ' +
        'the disclosure standards instead and do not pass through the supervisory reporting ' +
        'channel; the two should nevertheless tell one story about arrears.',
    },
    {
      labels: 'Securitisation:2',
      text:
        'A clean-up call may be exercised at the originator’s discretion when no more than ' +
        '10 % of the original value of the underlying exposures remains unamortised. It is ' +
        'not structured to avoid allocating losses to senior or other positions and not ' +
        'otherwise designed to enhance credit. A call that depends on a regulatory event is ' +
        'assessed separately. Revolving structures describe early amortisation triggers, at ' +
        'least a deterioration of credit quality below a set threshold and the insolvency ' +
        'of originator or servicer.',
    },
    {
      labels: '',
      text:
        'The Authority received seventeen responses to the draft of these guidelines, ' +
        'twelve of them from credit institutions and three from associations. The annex ' +
        'groups them by paragraph and states for each group whether the text was changed. ' +
        'Several respondents asked for a longer transitional period; in view of the low ' +
        'number of affected contracts the period of six months has been kept. The responses ' +
        'are published unless confidentiality was requested.',
    },
  ],
};
