import type { SourceDocument } from './source-document.ts';

/** A circular on the trading book and market risk. */
export const tradingBook: SourceDocument = {
  id: 'MBA-CIR-2025-02',
  title: 'Circular 2025/02: trading book boundary and own funds requirements for market risk',
  theme: 'MarketRisk_FRTB',
  firstPage: 2,
  chunks: [
    {
      labels: 'MarketRisk_FRTB:2',
      text:
        'Positions held with trading intent or to hedge positions held with trading intent ' +
        'belong to the trading book. Instruments of the correlation trading portfolio, net ' +
        'short credit or equity positions and underwriting commitments that give rise to ' +
        'them are assigned there without further test; unlisted equities and hedge fund ' +
        'units that cannot be looked through are not. A deviation from these presumptions ' +
        'needs the approval of the Authority and a file that shows why the instrument is ' +
        'not managed for short-term gain.',
    },
    {
      labels: 'MarketRisk_FRTB:2',
      text:
        'Moving an instrument from one book to the other after initial recognition is an ' +
        'exception. It requires the approval of the management body and of the Authority, ' +
        'is irrevocable, and is announced to the market. If the own funds requirement falls ' +
        'as a result, the difference at the time of the move is held as an additional ' +
        'requirement until the instrument matures. A change in market conditions, or in the ' +
        'liquidity of the instrument, is no reason.',
    },
    {
      labels: 'MarketRisk_FRTB:2',
      text:
        'The alternative standardised approach adds up three parts: the requirement under ' +
        'the sensitivities-based method, the default risk charge and the residual risk ' +
        'add-on. For delta, vega and curvature the institution computes sensitivities to ' +
        'prescribed risk factors, weights them, and aggregates them within and across ' +
        'buckets under three correlation scenarios, of which the most severe counts for the ' +
        'whole portfolio. Delta sensitivities to interest rates are expressed per basis ' +
        'point and per tenor of the curve.',
    },
    {
      labels: 'MarketRisk_FRTB:2',
      text:
        'Expected shortfall at the 97.5th percentile is calculated daily over a base ' +
        'horizon of ten days, scaled up to liquidity horizons between 10 and 120 days, and ' +
        'calibrated to a twelve-month period of stress by means of a reduced set of risk ' +
        'factors. The reduced set explains at least three quarters of the full measure. ' +
        'Diversification between broad risk classes is recognised in one half of the figure ' +
        'only: the other half adds the classes up.',
    },
    {
      labels: 'MarketRisk_FRTB:2',
      text:
        'A risk factor is modellable when 24 verifiable prices were observed in the last ' +
        'twelve months without a period of ninety days containing fewer than four, or when ' +
        '100 were observed in that year. Committed quotes count, indicative ones do not. ' +
        'Factors that fail receive a stress scenario risk measure each, with correlations ' +
        'recognised narrowly for idiosyncratic credit spread and equity risk. Buying prices ' +
        'from a vendor is allowed if the vendor is audited and its data pass the same count.',
    },
    {
      labels: 'MarketRisk_FRTB:2',
      text:
        'Permission for internal models is given by trading desk. Each desk passes the ' +
        'profit and loss attribution test, in which hypothetical and risk-theoretical ' +
        'changes are compared by Spearman correlation and by the Kolmogorov–Smirnov ' +
        'statistic, and stays below twelve overshootings at 99 % and thirty at 97.5 % ' +
        'within a year. A desk in the red zone moves to the standardised calculation at ' +
        'once; one in the amber zone pays a surcharge.',
    },
    {
      labels: 'MarketRisk_FRTB:2 Governance:1',
      text:
        'Every desk has a head who is accountable for its results, a written business ' +
        'strategy, a mandate that lists permitted instruments, and limits for which the ' +
        'second line is responsible. No dealer belongs to two desks unless the Authority ' +
        'has been told why. Weekly reports cover profit and loss, including intraday limit ' +
        'breaches, inventory ageing and turnover. Desks that exist only on the organisation ' +
        'chart, to move positions between permissions, are merged.',
    },
    {
      labels: 'MarketRisk_FRTB:2',
      text:
        'A small trading book may be treated with the rules for the banking book when its ' +
        'on- and off-balance-sheet business is at most 5 % of total assets and at most 50 ' +
        'million euro, measured on the last day of each month. Foreign exchange and ' +
        'commodity positions stay in the market risk calculation all the same, wherever ' +
        'they are booked. When the limit is passed for three consecutive months, or for ' +
        'more than six of the last twelve, the derogation ends.',
    },
    {
      labels: 'MarketRisk_FRTB:1 CreditRisk:2',
      hard: true,
      text:
        'The charge for credit valuation adjustment covers losses from changes in the ' +
        'market’s view of a derivative counterparty. The reduced basic approach leaves ' +
        'hedges out; the full one recognises single-name and index credit default swaps ' +
        'bought for that purpose. The standardised approach uses sensitivities and ' +
        'resembles the one for the trading book, but permission for it requires a dedicated ' +
        'desk. Eligible hedges are removed from the market risk calculation, so that no ' +
        'position is counted in both.',
    },
    {
      labels: 'MarketRisk_FRTB:2 Reporting_COREP_FINREP:1',
      text:
        'Institutions above the thresholds report the outcome of the alternative approaches ' +
        'as well as the figures that bind them. For a bank that only reports, an ' +
        'approximate mapping of exotic payoffs is tolerable if the effect is bounded; for ' +
        'one whose requirement depends on it, it is not. The institution says in the ' +
        'comment field of template C 91.00 which of the two it is, and explains movements ' +
        'of more than a fifth against the previous quarter.',
    },
    {
      labels: 'MarketRisk_FRTB:2',
      text:
        'Trading positions are valued prudently and independently. Prices come from sources ' +
        'outside the front office and are verified at least monthly by a unit that does not ' +
        'report to it. Additional valuation adjustments for market price uncertainty, ' +
        'close-out cost, model risk and concentrated positions are deducted from Common ' +
        'Equity Tier 1 with a confidence of 90 %. Below fifteen billion euro of fair-valued ' +
        'assets and liabilities, the simplified approach of one per mille may be used.',
    },
    {
      labels: 'MarketRisk_FRTB:2',
      text:
        'Net open foreign exchange positions are calculated currency by currency, with gold ' +
        'as a further one. Structural positions that were taken to hedge the capital ratio ' +
        'against movements of the exchange rate may be excluded with permission, provided ' +
        'that they are not traded, stay in place for at least six months and are limited to ' +
        'the amount that keeps the ratio neutral. Options are included with their delta, ' +
        'and positions in units of funds with the currencies of what the funds hold.',
    },
    {
      labels: 'MarketRisk_FRTB:1 StressTesting:2',
      hard: true,
      text:
        'Beside the models there is a programme of stress testing for the trading ' +
        'portfolios. It contains historical episodes, hypothetical moves chosen for the ' +
        'composition of the book, and a reverse exercise which asks what would exhaust the ' +
        'annual loss limit. Illiquid and concentrated positions, gaps in prices and the ' +
        'failure of hedges are covered. Results go to senior management at least monthly ' +
        'and lead to decisions on limits; a list of results without decisions is not a ' +
        'programme.',
    },
    {
      labels: '',
      text:
        'Interest rate risk arising from non-trading activities is dealt with in a separate ' +
        'circular and is not a subject of this one. Institutions that measure both in one ' +
        'system keep the two calculations apart and can show at any time which positions ' +
        'enter which. The outlier test on the economic value of equity and the one on net ' +
        'interest income are reported on their own dates and follow their own definitions ' +
        'of the shock.',
      hard: true,
    },
  ],
};
