import type { SourceDocument } from './source-document.ts';

/** A circular on the standardised approach for credit risk. */
export const standardisedCreditRisk: SourceDocument = {
  id: 'MBA-CIR-2024-03',
  title: 'Circular 2024/03: own funds requirements for credit risk under the standardised approach',
  theme: 'CreditRisk',
  firstPage: 3,
  chunks: [
    {
      labels: '',
      text:
        'This circular is addressed to all credit institutions authorised in Marlund and to ' +
        'branches of institutions established in third countries. It replaces Circular ' +
        '2019/11 and applies from the first day of the quarter that follows its ' +
        'publication. Terms have the meaning given to them in Article 4 of the Regulation. ' +
        'Branches that are exempt on an individual basis inform the Authority once a year ' +
        'that the conditions of their exemption still hold.',
    },
    {
      labels: 'CreditRisk:2',
      text:
        'Each exposure is assigned to exactly one of the exposure classes listed in Article ' +
        '112 before a risk weight is applied. The assignment follows the nature of the ' +
        'obligor first and the nature of the claim second: a loan to a regional government ' +
        'that is treated as an exposure to the central government keeps that treatment even ' +
        'when it is secured by real estate. Where two classes seem to fit, the institution ' +
        'documents why it chose one of them.',
    },
    {
      labels: 'CreditRisk:2',
      text:
        'Exposures to corporates for which a credit assessment by a nominated ECAI is ' +
        'available receive the risk weight of the credit quality step to which that ' +
        'assessment is mapped; without an assessment the risk weight is 100 %. An ' +
        'institution that nominates an ECAI for a class of items uses its assessments ' +
        'consistently and over time. It may not pick the more favourable of two agencies ' +
        'exposure by exposure, and it carries out its own due diligence on whether the ' +
        'external assessment reflects the creditworthiness of the obligor.',
    },
    {
      labels: 'CreditRisk:2',
      text:
        'For residential mortgages the circular follows the loan-splitting approach. The ' +
        'part of the loan up to 55 % of the property value, after deduction of prior liens ' +
        'not held by the institution, receives a risk weight of 20 %; the remainder is ' +
        'treated like an unsecured claim on the borrower. The property is valued at or ' +
        'below market value by an independent valuer on prudently conservative criteria, ' +
        'and the value is not raised above the average of the last six years.',
    },
    {
      labels: 'CreditRisk:2 IRB:1',
      hard: true,
      text:
        'The output floor limits the benefit that an institution may draw from its models. ' +
        'Total risk-weighted exposure amounts may not fall below 72.5 % of the amount that ' +
        'the standardised approaches alone would give, once the transitional steps have ' +
        'ended. An institution with permission to use its own estimates of default ' +
        'therefore runs the standardised calculation for the whole of its portfolio in ' +
        'parallel, with the same controls and the same data as the modelled one.',
    },
    {
      labels: 'CreditRisk:2',
      text:
        'Financial collateral reduces the exposure value only when it is legally ' +
        'enforceable in all relevant jurisdictions, when the obligor’s credit quality and ' +
        'the value of the collateral are not materially positively correlated, and when it ' +
        'can be liquidated in a timely manner. Under the comprehensive method volatility ' +
        'adjustments apply to the exposure, to the collateral and, where the currencies ' +
        'differ, to the mismatch. Shares issued by the borrower or its group are never ' +
        'eligible.',
    },
    {
      labels: 'CreditRisk:2',
      text:
        'A guarantee is recognised when it is direct, explicit, unconditional and ' +
        'irrevocable. The covered part of the exposure then receives the risk weight of the ' +
        'guarantor. A clause that allows the protection provider to cancel unilaterally, or ' +
        'that makes payment depend on the lender first suing the obligor, takes away ' +
        'recognition from the day on which it can be exercised. Letters of comfort, ' +
        'whatever their wording, are not unfunded credit protection.',
    },
    {
      labels: 'CreditRisk:2 LeverageRatio:1',
      hard: true,
      text:
        'Undrawn commitments are converted with the percentages of Annex I: 10 % where the ' +
        'commitment is unconditionally cancellable, 40 % for other commitments whatever ' +
        'their maturity, 50 % for note issuance facilities and 100 % for items with the ' +
        'character of credit. The same five buckets feed the off-balance-sheet part of the ' +
        'leverage exposure measure, so that an error in the bucketing misstates two ratios ' +
        'at once. Contractual arrangements that are offered but not yet accepted are ' +
        'treated as commitments.',
    },
    {
      labels: 'CreditRisk:2',
      text:
        'An obligor is in default when it is more than 90 days past due on a material ' +
        'credit obligation or is considered unlikely to pay without recourse to the ' +
        'realisation of security. The unsecured part of a defaulted exposure is weighted at ' +
        '150 % where specific credit risk adjustments are below one fifth of that part, and ' +
        'at 100 % otherwise. Return to non-default status requires a probation period of at ' +
        'least three months, or one year after a distressed restructuring.',
    },
    {
      labels: 'CreditRisk:2',
      text:
        'The exposure value of a netting set of derivatives is 1.4 times the sum of ' +
        'replacement cost and potential future exposure, as the standardised approach for ' +
        'counterparty credit risk prescribes. Institutions whose derivative business is ' +
        'small may use the simplified version or the original exposure method. Excess ' +
        'collateral and negative mark-to-market values lower the add-on through a ' +
        'multiplier that cannot fall below five per cent.',
    },
    {
      labels: 'CreditRisk:2 Reporting_COREP_FINREP:1',
      text:
        'Large exposures remain a backstop against the failure of one counterparty. After ' +
        'credit risk mitigation no exposure to a client or a group of connected clients may ' +
        'exceed 25 % of Tier 1 capital. Economic dependence is examined wherever the sum of ' +
        'exposures passes 5 % of Tier 1. Exposures from 10 % upwards are reported in ' +
        'templates C 27.00 to C 29.00 each quarter, including those that are exempt from ' +
        'the limit.',
    },
    {
      labels: 'CreditRisk:1 Governance:2',
      text:
        'The management body approves the credit strategy and the limits that follow from ' +
        'it at least once a year. It receives a quarterly report on concentration, on ' +
        'exceptions granted and on overdue reviews, and it minutes its discussion. ' +
        'Delegated lending powers are personal, end with the office, and never reach ' +
        'exposures to members of the management body or to undertakings in which a member ' +
        'holds a qualifying holding; such lending is decided by the full body without the ' +
        'member concerned.',
    },
    {
      labels: 'CreditRisk:2',
      text:
        'Retail treatment with a risk weight of 75 % is available when the obligor is a ' +
        'natural person or a small or medium-sized enterprise, when the exposure is one of ' +
        'a significant number with similar characteristics, and when the total owed by the ' +
        'obligor and connected clients, leaving out residential mortgages, stays at or ' +
        'below one million euro to the knowledge of the institution. The institution takes ' +
        'reasonable steps to acquire that knowledge. Equity and securities never qualify.',
    },
    {
      labels: '',
      text:
        'Questions about the interpretation of this circular are sent in writing to the ' +
        'policy department, which answers within six weeks and publishes answers of general ' +
        'interest on the website without naming the institution. Until an answer is ' +
        'published the institution applies its own reasonable reading and keeps a note of ' +
        'it. Fees for individual rulings follow the schedule of charges in force on the day ' +
        'of the request.',
    },
  ],
};
