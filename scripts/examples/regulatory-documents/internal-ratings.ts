import type { SourceDocument } from './source-document.ts';

/** A guide for inspections of internal rating systems. */
export const internalRatings: SourceDocument = {
  id: 'MBA-IMG-2024',
  title: 'Inspection guide: internal rating systems',
  theme: 'IRB',
  firstPage: 7,
  chunks: [
    {
      labels: 'IRB:2',
      text:
        'Permission to use the internal ratings based approach is given per exposure class ' +
        'and per rating system. The applicant shows that the system has been used in its ' +
        'own risk measurement and management for at least three years, that estimates play ' +
        'an essential role in credit approval, pricing and internal capital allocation, and ' +
        'that data are complete enough to support them. A system that exists only to ' +
        'calculate own funds requirements fails the use test.',
    },
    {
      labels: 'IRB:2',
      text:
        'Inspectors begin with the obligor grades. A rating system for corporate exposures ' +
        'has at least seven grades for non-defaulted obligors and one for those in default, ' +
        'without excessive concentration in a single grade unless empirical evidence shows ' +
        'that the grade covers a reasonably narrow band of default probability. The ' +
        'criteria for each grade are detailed enough for two analysts, working apart, to ' +
        'arrive at the same rating of the same file.',
    },
    {
      labels: 'IRB:2',
      text:
        'PD is estimated from long-run averages of one-year default rates. The historical ' +
        'observation period covers at least five years for at least one source and ' +
        'represents good and bad years in a proportion that reflects the likely range of ' +
        'variability. Where the available years are too mild, the calibration is adjusted ' +
        'upwards, and the uncertainty of that adjustment enters category A of the margin of ' +
        'conservatism. Corporate and institution exposures carry an input floor of 0.05 %.',
    },
    {
      labels: 'IRB:2',
      text:
        'For LGD the inspectors recalculate a sample of realised losses from the loan ' +
        'files. All material costs are discounted to the date of default, incomplete ' +
        'recovery processes stay in the reference data set, and cures are not counted as ' +
        'zero loss without the cost of funding them. Downturn effects are identified from ' +
        'the period in which the relevant economic factors were most severe over at least ' +
        'twenty years, not from the year in which the bank’s own losses happened to peak.',
    },
    {
      labels: 'IRB:2',
      text:
        'Independent validation is performed by a unit that does not develop the models and ' +
        'does not report to those who do. It tests discriminatory power, calibration and ' +
        'stability at least once a year for each rating system, compares realised default ' +
        'rates with the estimates of each grade, and sets in advance the limits beyond ' +
        'which a deviation must be explained. Where realised values stay above expected ' +
        'values, the estimates are raised.',
    },
    {
      labels: 'IRB:2 Governance:2',
      text:
        'The management body and senior management approve all material aspects of the ' +
        'rating and estimation processes. Inspectors ask members to explain, without notes, ' +
        'how a change of the definition of default moved the grades of the mortgage book. ' +
        'Minutes that show only the taking note of a model report are not evidence of ' +
        'understanding. The credit risk control unit reports to the management body at ' +
        'least once a year on performance, areas needing improvement and the state of ' +
        'earlier findings.',
    },
    {
      labels: 'IRB:2',
      text:
        'Specialised lending for which the institution cannot estimate PD is placed into ' +
        'five supervisory categories, from strong to default, according to financial ' +
        'strength, political and legal environment, transaction characteristics, strength ' +
        'of the sponsor and the security package. The slotting criteria are applied factor ' +
        'by factor; an overall judgement that is not broken down is not accepted. Risk ' +
        'weights then depend on the category and on whether the remaining maturity is below ' +
        'two and a half years.',
    },
    {
      labels: 'IRB:2 CreditRisk:2',
      text:
        'Some portfolios stay permanently under the standardised approach: exposures to ' +
        'central governments, equity, and business units that are immaterial in size and ' +
        'perceived risk. The roll-out plan says which exposure classes move to internal ' +
        'estimates and when, and the sequence may not be chosen to lower requirements. ' +
        'Inspectors compare the two approaches on the portfolios that have not yet moved ' +
        'and ask why the standardised risk weights for them are lower than the modelled ' +
        'ones would be.',
    },
    {
      labels: 'IRB:1 StressTesting:2',
      text:
        'An institution that rates its obligors internally has sound stress testing ' +
        'processes for the assessment of its capital adequacy. At least the effect of a ' +
        'mild recession is examined: migration between grades, the resulting rise in own ' +
        'funds requirements and in expected losses, and the recognition of double default. ' +
        'The scenario is relevant to the portfolio; a decline in domestic output is of ' +
        'little use to a bank whose borrowers are shipping companies under foreign flags.',
    },
    {
      labels: 'IRB:2',
      text:
        'The difference between provisions and expected loss is calculated for performing ' +
        'and defaulted exposures separately. A shortfall is deducted from Common Equity ' +
        'Tier 1; an excess may be added to Tier 2 up to 0.6 % of risk-weighted exposure ' +
        'amounts calculated with internal ratings. General and specific credit risk ' +
        'adjustments both count, while provisions on exposures outside the scope of the ' +
        'permission do not. Inspectors reconcile the figures with the accounts at group and ' +
        'entity level.',
    },
    {
      labels: 'IRB:2 Outsourcing_ICT_DORA:1',
      hard: true,
      text:
        'Pooled models bought from a vendor are held to the standard of models built in ' +
        'house. The institution shows that the external data are representative of its own ' +
        'obligors, keeps the documentation needed to understand every rating without the ' +
        'vendor, and can validate and, if the contract ends, go on rating. A contract that ' +
        'treats variables and weights as the provider’s trade secret is not compatible with ' +
        'the permission.',
    },
    {
      labels: 'IRB:2',
      text:
        'Conversion factors are estimated for revolving facilities from drawings in the ' +
        'twelve months before default. Estimates reflect the possibility that the obligor ' +
        'draws more up to and after the moment of default, and take a larger margin of ' +
        'conservatism where a positive correlation between default frequency and drawing ' +
        'can reasonably be expected. Facilities that are nearly fully drawn are analysed ' +
        'apart, because the ratio of additional drawing to a very small undrawn limit is ' +
        'unstable.',
    },
    {
      labels: 'IRB:1 Reporting_COREP_FINREP:2',
      text:
        'Changes to a model that were notified but are not yet approved must not reach the ' +
        'figures in template C 08.01. The inspectors trace a sample of obligor grades from ' +
        'the rating engine through the data warehouse to the rows of C 08.02 and check that ' +
        'the number of obligors, the exposure-weighted average LGD and the expected loss ' +
        'amount agree with the validation report. A manual correction in the reporting tool ' +
        'without a ticket is a finding of high severity.',
    },
    {
      labels: '',
      text:
        'An inspection lasts between six and ten weeks on site. The team requests documents ' +
        'three weeks before it arrives, holds an opening meeting, and hands over a list of ' +
        'preliminary facts on the last day so that errors can be corrected before the draft ' +
        'report is written. The institution has two weeks to comment on the draft. Comments ' +
        'on facts are answered individually; comments on the assessment are attached to the ' +
        'final report.',
    },
  ],
};
