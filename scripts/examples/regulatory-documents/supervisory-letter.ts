import type { SourceDocument } from './source-document.ts';

/** The annual letter to the boards of supervised institutions, which touches everything. */
export const supervisoryLetter: SourceDocument = {
  id: 'MBA-LET-2025',
  title: 'Annual letter to the management bodies of supervised institutions',
  theme: 'Governance',
  firstPage: 1,
  chunks: [
    {
      labels: '',
      text:
        'The past year was calm on the surface. Earnings rose with interest rates, the ' +
        'number of institutions fell by three through mergers, and a new branch of a ' +
        'foreign group was authorised. The Authority moved to its new building in April and ' +
        'can be reached under the usual numbers. We thank the members of the advisory ' +
        'council, whose term ended in June, for their counsel, and welcome their successors.',
    },
    {
      labels: 'CreditRisk:2',
      text:
        'Commercial property remains our first concern. Values fell by 14 % within two ' +
        'years while most loan files still show the appraisal at origination. We expect ' +
        'institutions to revalue collateral when markets move, to classify borrowers who ' +
        'cannot refinance as unlikely to pay, and not to extend loans merely in order to ' +
        'avoid recognising a loss. Forbearance is a tool and not a place to stay. ' +
        'Collective provisions without any view on this sector will be questioned.',
    },
    {
      labels: 'IRB:2 CreditRisk:1',
      hard: true,
      text:
        'Eleven rating systems were re-approved after the change of the definition of ' +
        'default. In seven of them the new estimates raised requirements, by a median of 8 ' +
        '%; in one the requirement fell, and the permission was given with a limitation ' +
        'until three more years of data are available. We will return to the use of ' +
        'overrides, which in the corporate segment now exceed one rating in five and point ' +
        'upwards in three cases out of four.',
    },
    {
      labels: 'Liquidity_LCR:2 Liquidity_NSFR:2',
      text:
        'All institutions met the coverage requirement throughout the year, with a median ' +
        'of 168 %, and the stable funding requirement with a median of 127 %. The averages ' +
        'hide a shift: repayment of central bank funding took twelve points from the first ' +
        'ratio and six from the second within two quarters, and was replaced by deposits ' +
        'that arrived through online platforms. We have asked for weekly data where such ' +
        'deposits exceed a tenth of the total.',
    },
    {
      labels: 'Governance:2',
      text:
        'Board effectiveness will be reviewed in eight institutions. We will observe ' +
        'meetings, speak with members one by one and read the papers as they read them. Our ' +
        'impression from last year is that risk committees ask good questions about what ' +
        'was presented and few about what was not. Chairs who have served for more than ' +
        'twelve years should expect to be asked about independence, and institutions about ' +
        'the plan for succession.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'Two institutions were fined for failings in the monitoring of transactions and one ' +
        'lost its licence for private banking. The pattern is familiar: alerts were closed ' +
        'in bulk, source of wealth rested on the customer’s own word, and nobody asked why ' +
        'a trading company with two employees moved forty million in a quarter. ' +
        'Preparations for the European rulebook and for direct supervision of the riskiest ' +
        'groups should be well advanced by now.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2 OperationalRisk:1',
      hard: true,
      text:
        'Forty-one major incidents were notified, thirty of them with their origin at a ' +
        'provider. Median time to restoration was six hours. Losses remained small, since ' +
        'most of the interruptions fell on weekends; we would not build on that. Registers ' +
        'of contractual arrangements were rejected in a third of cases for broken keys. The ' +
        'lesson of the year is that fourth parties matter: five providers used the same ' +
        'supplier of identity services without knowing it.',
    },
    {
      labels: 'SRT:2 Securitisation:2',
      text:
        'The market for risk transfer doubled, and with it our workload. Nineteen ' +
        'notifications arrived in the last quarter alone, most of them for synthetic ' +
        'transactions on corporate loans. We raised objections in two cases, both because ' +
        'committed excess spread returned the expected loss to the originator. Institutions ' +
        'that depend on these transactions for a visible part of their capital ratio should ' +
        'tell us how they would manage a year without issuance.',
    },
    {
      labels: 'LeverageRatio:1 CreditRisk:1 MarketRisk_FRTB:1 OperationalRisk:1',
      hard: true,
      text:
        'The final part of the international reform has been law since the turn of the ' +
        'year. For most institutions the effect is small: risk-weighted amounts for credit ' +
        'risk rose by 2 %, those for operational risk fell by 5 % because the models ended, ' +
        'and the start of the new market risk rules was postponed. The leverage ' +
        'requirement, unchanged, binds two institutions more tightly than the risk-based ' +
        'ones. The floor will be felt by three of them towards the end of the transition.',
    },
    {
      labels: 'StressTesting:2 Governance:1',
      text:
        'The next supervisory stress test starts in February. Scenarios will be published ' +
        'on the first day and the templates four weeks earlier. We ask management bodies to ' +
        'set aside time for two discussions, one before the submission and one on its ' +
        'consequences. In the last round the quality of the capital plans varied more than ' +
        'the results: a third of them assumed that lending margins would widen in the very ' +
        'scenario in which competitors cut theirs.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2',
      text:
        'Punctuality of reporting improved, quality did not. The number of resubmissions ' +
        'per institution rose from eleven to fourteen, and most concerned templates that ' +
        'had been in force for years. From next year we will publish a table, without names ' +
        'at first, of open validation questions by age. Institutions that plan a change of ' +
        'their reporting software in the fourth quarter are asked to plan it for another ' +
        'one.',
    },
    {
      labels: 'MarketRisk_FRTB:2 LeverageRatio:1',
      hard: true,
      text:
        'Trading activity is concentrated in four institutions. One applied for the ' +
        'alternative internal model approach for two desks and withdrew the application for ' +
        'one of them when profit and loss attribution remained in the red zone. Repo ' +
        'volumes grew by a third; we will look at how positions are booked across the ' +
        'boundary and at the pattern of balances around quarter ends, which at two ' +
        'institutions lifts the ratio of Tier 1 capital to total exposure by 20 basis ' +
        'points for three days.',
    },
    {
      labels: '',
      hard: true,
      text:
        'Consumer protection has moved to a department of its own. It will look at the cost ' +
        'of basic payment accounts, at the way in which early repayment charges are ' +
        'calculated and at advertising for instalment credit. Complaints rose by 18 %, most ' +
        'of them about closed branches and about waiting times on the telephone. ' +
        'Institutions are reminded that a complaint has to be answered within fifteen ' +
        'business days and that a chatbot’s apology is not an answer.',
    },
    {
      labels: 'Governance:1',
      hard: true,
      text:
        'We close with a request. Supervision works better when bad news arrives early and ' +
        'from the institution itself. Please make sure that those who know are allowed to ' +
        'speak to us, that letters are signed by people who have read them, and that the ' +
        'tone in which a finding is discussed in your house is one in which the next ' +
        'finding will still be reported. Our doors are open, and since April they are also ' +
        'easier to find.',
    },
  ],
};
