import type { SourceDocument } from './source-document.ts';

/** A handbook on the liquidity coverage requirement. */
export const liquidityCoverage: SourceDocument = {
  id: 'MBA-LIQ-1-2024',
  title: 'Liquidity handbook, part I: the coverage requirement',
  theme: 'Liquidity_LCR',
  firstPage: 9,
  chunks: [
    {
      labels: 'Liquidity_LCR:2',
      text:
        'The coverage ratio divides the liquidity buffer by net outflows over a stress ' +
        'period of thirty calendar days and must be at least 100 % at all times. In a ' +
        'period of stress the buffer may be used, and the ratio may fall below the ' +
        'requirement; what follows then is not a sanction but a plan. The institution ' +
        'notifies the Authority without delay, reports daily until the ratio is restored, ' +
        'and explains when and how the buffer will be rebuilt.',
    },
    {
      labels: 'Liquidity_LCR:2',
      text:
        'Level 1 assets comprise coins and banknotes, central bank reserves that can be ' +
        'withdrawn in stress, claims on central governments of Member States and, with a ' +
        'haircut of 7 %, covered bonds of extremely high quality. At least 60 % of the ' +
        'buffer consists of Level 1 assets and at least 30 % of Level 1 assets other than ' +
        'covered bonds. The shares are calculated after haircuts and after unwinding ' +
        'secured transactions that mature within thirty days.',
    },
    {
      labels: 'Liquidity_LCR:2',
      text:
        'An asset enters the buffer only if nothing stands in the way of turning it into ' +
        'cash. It is unencumbered, not issued by the institution itself, under the control ' +
        'of the liquidity management function, and can be sold or lent through a market ' +
        'that has been tested. A representative sample is monetised at least once a year. ' +
        'Securities that hedge a trading position do not qualify unless the hedge can be ' +
        'closed without an outflow that was not counted.',
    },
    {
      labels: 'Liquidity_LCR:2',
      text:
        'Stable retail deposits receive an outflow rate of 5 %: they are covered by a ' +
        'deposit guarantee scheme and are either held in a transactional account or part of ' +
        'an established relationship that makes withdrawal highly unlikely. Other retail ' +
        'deposits leave at 10 % or more, depending on size, remuneration, product and ' +
        'residence of the depositor. Internet-only accounts with a bonus rate above the ' +
        'market average fall into the higher bands even when the client also holds a salary ' +
        'account.',
    },
    {
      labels: 'Liquidity_LCR:2',
      text:
        'Operational deposits of corporate clients receive an outflow rate of 25 %, but ' +
        'only for the part that is needed for clearing, custody or cash management. The ' +
        'excess is identified by a method that compares balances with payment volumes over ' +
        'time, is reviewed every year, and is treated like any other wholesale deposit. A ' +
        'prime brokerage balance or a correspondent account never qualifies, whatever name ' +
        'the contract gives to it.',
    },
    {
      labels: 'Liquidity_LCR:2',
      text:
        'Inflows are recognised when they come from performing exposures and are due within ' +
        'the thirty days. They count up to 75 % of gross outflows, so that at least a ' +
        'quarter of the outflows is covered by the buffer. Undrawn credit lines granted by ' +
        'other institutions are worth nothing, and so are payments whose date the debtor ' +
        'can choose. Specialised institutions in leasing and factoring may be exempted from ' +
        'the cap with prior approval.',
    },
    {
      labels: 'Liquidity_LCR:2',
      text:
        'Additional outflows cover events that a calm market hides: the collateral that ' +
        'would have to be posted after a downgrade by three notches, the effect of an ' +
        'adverse market scenario on derivatives measured by the largest thirty-day net flow ' +
        'of the last twenty-four months, and the return of securities borrowed without ' +
        'collateral of the same quality. Drawdowns on committed liquidity facilities to ' +
        'non-financial customers are set at 30 %, on credit facilities at 10 %.',
    },
    {
      labels: 'Liquidity_LCR:2 Reporting_COREP_FINREP:2',
      text:
        'The ratio is reported monthly in templates C 72.00 to C 76.00, by significant ' +
        'currency as well as in total. The remittance date is the fifteenth calendar day ' +
        'after the reference date. An institution must be able to move to weekly or daily ' +
        'reporting within a short time when the situation requires it, which is tested in ' +
        'an annual fire drill. Differences between the liquid assets in C 72.00 and the ' +
        'securities in the financial statements are reconciled line by line.',
    },
    {
      labels: 'Liquidity_LCR:1 StressTesting:2',
      hard: true,
      text:
        'The scenario behind the regulatory ratio is one of several. In its ILAAP the ' +
        'institution adds idiosyncratic, market-wide and combined stresses over horizons ' +
        'from overnight to one year, with assumptions derived from its own funding. A bank ' +
        'that meets the coverage requirement comfortably and runs out of cash on day forty ' +
        'under its own combined scenario has a problem. The results set the size of the ' +
        'counterbalancing capacity beyond the minimum and the triggers of the contingency ' +
        'funding plan.',
    },
    {
      labels: 'Liquidity_LCR:2 Liquidity_NSFR:1',
      text:
        'Reverse repos with central bank eligible collateral can improve the thirty-day ' +
        'ratio at the quarter end while doing nothing for funding beyond one year. ' +
        'Examiners look at daily figures for this reason. A swing of more than thirty ' +
        'points between the last day of the month and the average of the month is discussed ' +
        'with the treasurer, together with its counterpart in the stable funding ratio, ' +
        'where the same trades now carry a factor of their own.',
    },
    {
      labels: '',
      hard: true,
      text:
        'Sound management of liquidity does not end with ratios. The institution knows its ' +
        'intraday peaks, maintains relations with funding providers in good times, charges ' +
        'the cost of liquidity to the business lines that cause it, and has a contingency ' +
        'plan with named persons and telephone numbers that work at night. It accesses the ' +
        'money market from time to time even when it has no need, in order to know that it ' +
        'can.',
    },
    {
      labels: 'Liquidity_LCR:1 Governance:2',
      text:
        'The management body sets the tolerance for liquidity risk and makes sure that ' +
        'senior management translates it into limits. The head of treasury does not decide ' +
        'on the classification of deposits for the coverage calculation, since the funding ' +
        'cost of the treasury depends on it; that decision lies with risk control. ' +
        'Remuneration of treasury staff takes the cost of the buffer into account. Members ' +
        'of the asset and liability committee disclose conflicts of interest in the minutes.',
    },
    {
      labels: 'Liquidity_LCR:2',
      text:
        'Holdings of own covered bonds, of bonds issued by a subsidiary and of assets held ' +
        'at a central bank of a third country that is not assigned a credit quality of at ' +
        'least step 1 need special attention. The first two are excluded from the buffer. ' +
        'The last may be recognised to cover stressed net outflows in the same currency and ' +
        'the same jurisdiction, which the institution shows by a calculation per currency ' +
        'that is updated daily.',
    },
    {
      labels: 'Liquidity_LCR:2 Outsourcing_ICT_DORA:1',
      text:
        'Several institutions calculate the ratio on a platform run by a service provider ' +
        'of their banking group. The calculation of the buffer must remain available when ' +
        'the platform does not: a manual procedure, rehearsed every year, produces the ' +
        'figure within one business day from the last position file. The contract grants ' +
        'access to the calculation logic, and the provider’s change calendar is closed in ' +
        'the last week of each month.',
    },
  ],
};
