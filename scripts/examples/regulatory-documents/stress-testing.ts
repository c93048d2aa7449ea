import type { SourceDocument } from './source-document.ts';

/** A methodological note on stress testing. */
export const stressTesting: SourceDocument = {
  id: 'MBA-STT-2025',
  title: 'Methodological note: supervisory and institution-run stress tests',
  theme: 'StressTesting',
  firstPage: 5,
  chunks: [
    {
      labels: 'StressTesting:2',
      text:
        'The exercise covers three years under a baseline and an adverse scenario. The ' +
        'baseline follows the projections of the central bank; the adverse path combines a ' +
        'fall in output of 5.9 % below baseline, unemployment up by 4.4 points, a ' +
        'correction of residential property prices by a fifth and a rise in long-term ' +
        'rates. The balance sheet is static: maturing items are replaced by like items, and ' +
        'management actions that have not been taken before the cut-off date are not ' +
        'recognised.',
    },
    {
      labels: 'StressTesting:2 CreditRisk:2',
      text:
        'For credit risk institutions project stage transfers and loss rates by portfolio ' +
        'and country, starting from point-in-time parameters at the cut-off date. The ' +
        'adverse path of unemployment and house prices drives the transition rates through ' +
        'models that the institution explains and the Authority benchmarks. Cures from ' +
        'stage 3 are not allowed. Risk-weighted amounts for the portfolios under the ' +
        'standardised approach may not fall below their starting level, and new defaults ' +
        'move to the class of exposures in default.',
    },
    {
      labels: 'StressTesting:2 MarketRisk_FRTB:2',
      text:
        'Positions at fair value are fully revalued under an instantaneous market shock, ' +
        'one for all trading desks, with prescribed changes of rates, spreads, equity ' +
        'prices, exchange rates and volatilities. Hedges are recognised when they were in ' +
        'place at the cut-off date. Reserves for model uncertainty and for liquidity widen ' +
        'under stress. The default of the two most vulnerable of the ten largest ' +
        'counterparties is added, and client revenues of the trading book are capped by the ' +
        'average of the worst three years.',
    },
    {
      labels: 'StressTesting:2',
      text:
        'Institutions run stress tests of their own at a frequency and in a depth that fit ' +
        'their size. The programme contains sensitivity analyses of single factors, ' +
        'scenarios that hit several risks at once, and tests at the level of portfolios as ' +
        'well as of the whole institution. Severity is calibrated so that the scenario is ' +
        'implausible to nobody who lived through the last crisis. The programme is ' +
        'documented with its purpose, its models and the decisions that followed from ' +
        'earlier rounds.',
    },
    {
      labels: 'StressTesting:2',
      text:
        'A reverse stress test begins at the end. The institution assumes that its business ' +
        'model has become unviable, because capital or liquidity has run out or because ' +
        'counterparties no longer deal with it, and works back to the combination of events ' +
        'that could lead there. The value lies in the discussion. If the answer is that ' +
        'house prices would have to fall by 70 %, the wrong question was asked; usually a ' +
        'concentration or an operational dependency appears long before.',
      hard: true,
    },
    {
      labels: 'StressTesting:2',
      text:
        'The economic perspective of the ICAAP asks whether internal capital covers all ' +
        'material risks at fair value, the normative one whether the institution would meet ' +
        'all its requirements over at least three years under baseline and adverse ' +
        'conditions. The two inform each other: a loss of economic value today shows up in ' +
        'the income of later years. Management buffers are derived from the adverse results ' +
        'and not from the wish to pay a dividend.',
    },
    {
      labels: 'StressTesting:2 Liquidity_LCR:1',
      text:
        'Liquidity stress tests project cash flows from intraday to twelve months under an ' +
        'idiosyncratic, a market-wide and a combined scenario. The survival period is the ' +
        'time until the counterbalancing capacity is exhausted. Deposits are modelled with ' +
        'the withdrawal speed that social media and instant payments make possible, which ' +
        'is higher than the outflow rates in the thirty-day ratio. Haircuts reflect a ' +
        'market in which others sell at the same time.',
    },
    {
      labels: 'StressTesting:2 IRB:1',
      text:
        'Projected requirements for modelled portfolios use regulatory PD and LGD that move ' +
        'with the scenario. Rating migration depends on the philosophy of the system: ' +
        'grades that react to the cycle raise the requirements early, grades that average ' +
        'over it raise them late and defaults then arrive without warning. Institutions ' +
        'show both effects. Increases are floored, for each exposure class, at what the ' +
        'benchmark of the Authority gives for the same starting point.',
    },
    {
      labels: 'StressTesting:2',
      text:
        'The outcome informs the guidance on additional own funds. The fall in the Common ' +
        'Equity Tier 1 ratio in the adverse scenario places the institution in one of four ' +
        'buckets with overlapping ranges; within the range the Authority takes account of ' +
        'the quality of the submission, of measures taken since the cut-off date and of the ' +
        'year in which the low point occurs. There is no pass mark, and no institution ' +
        'fails.',
    },
    {
      labels: 'StressTesting:2',
      text:
        'The climate module looks thirty years ahead with three transition paths and five ' +
        'ahead with an acute physical one. Institutions report exposures by sector and by ' +
        'energy class of the collateral, and estimate how loss rates change when the carbon ' +
        'price rises abruptly or when a flood of a given return period hits their region. ' +
        'Results are exploratory and do not feed into requirements. What counts this time ' +
        'is the ability to produce the data.',
    },
    {
      labels: 'StressTesting:2 Governance:1',
      text:
        'The management body approves the programme, discusses the scenarios before the ' +
        'results are known and acts on the results. Minutes of the last two years were ' +
        'examined in eleven institutions: in four, the discussion fitted on one line. A ' +
        'unit independent of the business challenges assumptions on new lending and ' +
        'margins, which are the usual place for hope. Where expert judgement changes a ' +
        'model result, the change, its size and its author are recorded.',
    },
    {
      labels: 'StressTesting:2 OperationalRisk:2',
      hard: true,
      text:
        'Conduct losses and other operational losses are projected separately. For conduct, ' +
        'institutions report known material cases with the provision made and an estimate ' +
        'beyond it; the floor is the average of the historical losses for new events. For ' +
        'all other types, projections under the adverse scenario are at least 1.15 times ' +
        'the average of the past five years. Recoveries by insurance are not recognised, ' +
        'and neither are losses below the collection threshold.',
    },
    {
      labels: 'StressTesting:1 Outsourcing_ICT_DORA:2',
      hard: true,
      text:
        'The cyber resilience exercise assumes that an attack has corrupted the databases ' +
        'of the core banking system despite all prevention. Institutions describe how they ' +
        'detect it, whom they inform, how they fall back and how long restoration from ' +
        'backups takes, and a sample of them carries out an actual recovery test with ' +
        'evidence. The exercise is qualitative, looks at response and recovery rather than ' +
        'at capital, and its findings go into the ordinary supervision of ICT risk.',
    },
    {
      labels: 'Reporting_COREP_FINREP:1 StressTesting:2',
      text:
        'Templates of the exercise are pre-filled from COREP and FINREP at the cut-off date ' +
        'wherever a data point exists. Deviations are explained cell by cell. Submissions ' +
        'pass three cycles of quality assurance with automatic checks, comparisons between ' +
        'peers and challenger models; after the second, an institution that does not comply ' +
        'with the methodology receives the outcome of the challenger. Contact persons are ' +
        'reachable on the days between delivery and the call.',
    },
  ],
};
