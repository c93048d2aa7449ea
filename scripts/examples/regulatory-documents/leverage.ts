import type { SourceDocument } from './source-document.ts';

/** Questions and answers on the leverage ratio. */
export const leverage: SourceDocument = {
  id: 'MBA-QA-LEV-2025',
  title: 'Questions and answers on the leverage ratio',
  theme: 'LeverageRatio',
  firstPage: 1,
  chunks: [
    {
      labels: 'LeverageRatio:2',
      text:
        'What is the leverage ratio for? It limits the build-up of debt-financed assets ' +
        'irrespective of how risky they appear. Tier 1 capital is divided by a total ' +
        'exposure measure that knows no risk weights, and the result must be at least 3 %. ' +
        'Risk-based requirements depend on getting the risks right; the leverage ratio is ' +
        'the backstop for the case in which everybody got them wrong in the same way. ' +
        'Neither replaces the other.',
    },
    {
      labels: 'LeverageRatio:2',
      text:
        'Which items may be left out of the total exposure measure? Article 429a gives the ' +
        'list: among others promotional loans of public development credit institutions, ' +
        'the guaranteed parts of export credits, fiduciary assets that meet the accounting ' +
        'conditions for derecognition, and securitised exposures that satisfy the ' +
        'conditions for significant risk transfer. The list is exhaustive. Cash at the ' +
        'central bank counts, except while an exemption for exceptional circumstances has ' +
        'been declared.',
    },
    {
      labels: 'LeverageRatio:2',
      hard: true,
      text:
        'How are derivatives measured? By replacement cost and potential future exposure, ' +
        'multiplied by 1.4, as in the standardised approach for counterparty credit risk, ' +
        'but with a stricter view of collateral: collateral received does not lower the ' +
        'exposure unless it is cash variation margin that meets the conditions of Article ' +
        '429c, and the multiplier of the potential future exposure is fixed at one. Written ' +
        'credit derivatives add their effective notional amount, less protection bought on ' +
        'the same reference name.',
    },
    {
      labels: 'LeverageRatio:2',
      text:
        'May cash payables and receivables from repos be offset? Yes, if they are with the ' +
        'same counterparty, have the same explicit final settlement date, and the right to ' +
        'set off is enforceable both in the ordinary course of business and in default. ' +
        'Whatever the outcome, an add-on for counterparty exposure is calculated: the value ' +
        'of securities lent less the value of collateral received, floored at zero, by ' +
        'netting set or by transaction.',
    },
    {
      labels: 'LeverageRatio:2',
      text:
        'What applies to global systemically important institutions? They hold, in addition ' +
        'to the 3 %, a leverage ratio buffer of half the rate of their risk-weighted ' +
        'buffer, in Tier 1 capital. An institution with a rate of 1.5 % thus needs 3.75 % ' +
        'in total. Falling into the buffer limits distributions: the leverage-related ' +
        'maximum distributable amount is calculated beside the risk-based one, and the ' +
        'lower of the two binds.',
    },
    {
      labels: 'LeverageRatio:2 Reporting_COREP_FINREP:2',
      text:
        'Which templates are used? Own calculation and components are reported quarterly in ' +
        'C 47.00, the breakdown of exposures in C 43.00, and alternative treatments in C ' +
        '40.00. Large institutions also report the volatility of securities financing ' +
        'transactions in C 48.00 on the basis of daily averages over the quarter. The ' +
        'validation rule that compares total assets with FINREP F 01.01 fails whenever the ' +
        'scopes of consolidation differ; a comment is then expected and a resubmission is ' +
        'not.',
    },
    {
      labels: 'LeverageRatio:2',
      text:
        'Does the ratio have to be met on each day or on the reporting date? At all times. ' +
        'Window dressing is visible: some institutions shrink their repo book on the last ' +
        'three days of the quarter and rebuild it on the first. The Authority compares ' +
        'quarter-end values with averages and has imposed higher disclosure frequency where ' +
        'the gap exceeded 30 basis points of the ratio over four consecutive quarters.',
    },
    {
      labels: 'LeverageRatio:2',
      text:
        'How are regular-way purchases awaiting settlement treated? Financial assets bought ' +
        'are recognised on trade date or on settlement date according to the accounting ' +
        'standard in use. Under trade date accounting, cash receivables for sales may be ' +
        'offset against cash payables for purchases if both are settled delivery versus ' +
        'payment. Under settlement date accounting, the full nominal amount of the ' +
        'commitments to pay is included, again with offsetting for sales. The choice is not ' +
        'changed from quarter to quarter.',
    },
    {
      labels: 'LeverageRatio:2 SRT:1 Securitisation:1',
      hard: true,
      text:
        'An originator has obtained recognition for a synthetic transaction. May it remove ' +
        'the loans from the exposure measure? No. Removal is open to traditional ' +
        'securitisations that meet the operational requirements for the transfer of ' +
        'significant risk. In a synthetic one the loans stay on the balance sheet and in ' +
        'the measure at their accounting value, whatever the effect on risk-weighted ' +
        'amounts; the protection is not recognised, because credit risk mitigation plays no ' +
        'part in this ratio.',
    },
    {
      labels: 'LeverageRatio:2 Liquidity_LCR:1',
      hard: true,
      text:
        'Our buffer of liquid assets grew because of the coverage requirement and now ' +
        'presses on our Tier 1 ratio to total exposures. Is there relief? Not in general. ' +
        'Government bonds and reserves count at their accounting value in both worlds. The ' +
        'two requirements pull in different directions on purpose, and a bank financed by ' +
        'short wholesale deposits will feel both. Management may shorten the balance sheet ' +
        'by replacing such deposits, which lowers the outflows that the buffer must cover.',
    },
    {
      labels: 'LeverageRatio:2',
      hard: true,
      text:
        'Do credit conversion factors apply? Off-balance-sheet items are converted with the ' +
        'percentages of the standardised approach to credit risk, with a floor of 10 %. ' +
        'Specific credit risk adjustments may reduce the amount before conversion, but not ' +
        'below zero. Guarantees and collateral received have no effect. A commitment to ' +
        'provide another commitment takes the lower of the two factors, and derivatives ' +
        'within commitments are not counted a second time.',
    },
    {
      labels: 'LeverageRatio:2 StressTesting:1',
      hard: true,
      text:
        'Is there guidance beyond the requirement? The Authority communicates a supervisory ' +
        'expectation for the risk of excessive leverage where the adverse scenario of the ' +
        'supervisory stress test brings an institution close to 3 %. The guidance is met ' +
        'with Tier 1 capital, is not disclosed, and does not trigger automatic ' +
        'restrictions. It takes account of maturity mismatches, of encumbrance and of the ' +
        'possible need to shrink at a loss.',
    },
    {
      labels: 'LeverageRatio:1 Governance:2',
      text:
        'Who is responsible inside the institution? The management body. It takes the risk ' +
        'of excessive leverage up in the risk appetite statement with an internal limit ' +
        'above the requirement, hears the chief risk officer when the limit is approached, ' +
        'and does not leave the matter to the finance department because the number is easy ' +
        'to calculate. At least one member of the risk committee can explain the difference ' +
        'between the accounting balance sheet and the exposure measure.',
    },
    {
      labels: '',
      text:
        'How can further questions be asked? Questions are submitted by electronic form ' +
        'with the legal reference, the background and the institution’s own proposal. They ' +
        'must be of general relevance; questions that ask for validation of a particular ' +
        'contract are returned. Answers are reviewed twice a year and withdrawn when the ' +
        'legal text changes. The date of the last review stands at the foot of each page.',
    },
  ],
};
