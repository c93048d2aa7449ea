/**
 * The training chunks, one from each document, with the reason that a trainee reads after
 * answering.
 */
export const trainingKey: Readonly<Record<string, string>> = {
  'MBA-CIR-2024-03_08':
    'The conversion percentages are the point, hence CreditRisk 2. The sentence on the ' +
    'exposure measure says what follows for the leverage ratio, hence 1.',
  'MBA-IMG-2024_11':
    'Everything is measured against the permission for internal ratings: IRB 2. Going on ' +
    'without the vendor is about dependence on a provider: Outsourcing_ICT_DORA 1.',
  'MBA-GL-2025-01_05':
    'The hierarchy of approaches for positions is Securitisation 2. The chunk says what ' +
    'internal ratings and the standardised approach contribute, so both get 1.',
  'MBA-SRT-2025_02': 'Tests alone, nothing on the structure: SRT alone.',
  'MBA-CIR-2025-02_14':
    'Interest rate risk outside the trading book is not among the fourteen topics, and ' +
    'market risk is only mentioned to set it aside.',
  'MBA-LIQ-1-2024_11':
    'Liquidity management without a ratio and without a stress test. No label, although ' +
    'the document is about the coverage requirement.',
  'MBA-LIQ-2-2024_08':
    'Both ratios are explained and compared; the chunk loses its point without either.',
  'MBA-QA-LEV-2025_09':
    'The question is about the exposure measure: LeverageRatio 2. What recognition does ' +
    'and does not achieve is said for traditional and synthetic deals, so SRT and ' +
    'Securitisation get 1.',
  'MBA-CIR-2025-05_07':
    'What is recorded as a loss is OperationalRisk 2. The border to incident handling is ' +
    'drawn in one sentence: Outsourcing_ICT_DORA 1.',
  'MBA-AML-2025_10': 'Which tasks may leave the house and how: both labels carry the chunk.',
  'MBA-GOV-2024_04':
    'Remuneration is part of Governance. Shareholders appear only for the majority that ' +
    'raises the limit.',
  'MBA-REP-2025_10': 'A register of ICT contracts and how it is filed: grade 2 for both.',
  'MBA-STT-2025_03':
    'A scenario applied to trading positions, with rules on their revaluation: ' +
    'StressTesting 2 and MarketRisk_FRTB 2.',
  'MBA-ICT-2025_02':
    'Classification and notification of incidents. No loss is measured, so ' +
    'OperationalRisk is not ticked; supervisory reporting means regular data, so that is ' +
    'not ticked either.',
  'MBA-LET-2025_09':
    'One sentence, or half of one, on each of four requirements: grade 1 for each, none ' +
    'is the point. The floor alone would not carry IRB.',
};
