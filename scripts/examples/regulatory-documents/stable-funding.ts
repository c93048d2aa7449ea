import type { SourceDocument } from './source-document.ts';

/** A handbook on the net stable funding requirement. */
export const stableFunding: SourceDocument = {
  id: 'MBA-LIQ-2-2024',
  title: 'Liquidity handbook, part II: the net stable funding requirement',
  theme: 'Liquidity_NSFR',
  firstPage: 4,
  chunks: [
    {
      labels: 'Liquidity_NSFR:2',
      text:
        'The net stable funding ratio compares available with required stable funding over ' +
        'a horizon of one year and must be at least 100 % on an ongoing basis. It asks a ' +
        'plain question: if nothing new could be borrowed on short terms for a year, would ' +
        'the assets that cannot be sold be financed? Liabilities are weighted by how ' +
        'certain they are to stay, assets by how long they have to be carried. Carrying ' +
        'amounts are used unless the rules say otherwise.',
    },
    {
      labels: 'Liquidity_NSFR:2',
      text:
        'Own funds and liabilities with a residual maturity of one year or more count in ' +
        'full as available stable funding. Sight deposits and short term deposits of retail ' +
        'customers count at 95 % when they are stable and at 90 % otherwise. Funding from ' +
        'non-financial corporates below one year receives 50 %; money from financial ' +
        'customers with less than six months to run receives nothing. An option of the ' +
        'lender to call is assumed to be exercised at the first date.',
    },
    {
      labels: 'Liquidity_NSFR:2',
      text:
        'Required stable funding rises with the illiquidity of the asset. Central bank ' +
        'reserves and unencumbered Level 1 securities need none, performing mortgages with ' +
        'a risk weight of at most 35 % and more than a year to run 65 %, other loans to ' +
        'non-financial customers beyond one year 85 %, and defaulted exposures, fixed ' +
        'assets and intangible items 100 %. Trade date receivables are left out of the ' +
        'calculation.',
    },
    {
      labels: 'Liquidity_NSFR:2',
      text:
        'Encumbrance raises the factor. Assets pledged for a year or more, such as bonds ' +
        'that secure a loan with five years to run, need 100 % whatever their quality, and ' +
        '85 % if they lie in the cover pool of covered bonds; those pledged for at least ' +
        'six months but less than one year need 50 % unless their own factor is higher. ' +
        'Assets that secure exceptional central bank operations may with permission be ' +
        'treated as though they were free. The remaining term of the encumbrance counts, ' +
        'not the maturity of the asset.',
    },
    {
      labels: 'Liquidity_NSFR:2',
      text:
        'Derivatives enter net by netting set. If receivables exceed payables, the ' +
        'difference needs 100 % stable funding; variation margin received reduces it only ' +
        'in the form of Level 1 assets. In addition 5 % of gross derivative liabilities is ' +
        'required, before deduction of collateral posted, and 85 % of initial margin given. ' +
        'The counterpart on the liability side, where payables exceed receivables, provides ' +
        'no funding at all.',
    },
    {
      labels: 'Liquidity_NSFR:2',
      text:
        'Assets and liabilities may be treated as interdependent, with a factor of zero on ' +
        'both sides, if the institution acts solely as a pass-through: the liability cannot ' +
        'fall due while the asset is outstanding, the amounts and maturities match, and the ' +
        'two counterparties are different. Promotional loans and centralised regulated ' +
        'savings are typical cases. A hedge that happens to match today is not enough, and ' +
        'the approval of the Authority is obtained beforehand.',
    },
    {
      labels: 'Liquidity_NSFR:2 Reporting_COREP_FINREP:1',
      text:
        'A small and non-complex institution may choose the simplified calculation, which ' +
        'has fewer categories and more conservative factors. It informs the Authority, uses ' +
        'the simplified version for all reference dates of a year, and files templates C ' +
        '82.00 and C 83.00 in place of C 80.00 and C 81.00. The full calculation can be ' +
        'demanded when the simplified one does not capture the funding risk, for instance ' +
        'because of a concentration on few depositors.',
    },
    {
      labels: 'Liquidity_NSFR:2 Liquidity_LCR:2',
      text:
        'The two ratios answer different questions and should be read together. The ' +
        'thirty-day ratio looks at survival in an acute stress, with outflow rates and a ' +
        'buffer of liquid assets; the one-year ratio looks at the structure of funding. A ' +
        'deposit of a hedge fund with seven months to run leaves the first untouched and ' +
        'contributes half to the second. Lengthening maturities from three weeks to seven ' +
        'months thus mends the coverage requirement at once and the stable funding ' +
        'requirement only in part.',
    },
    {
      labels: 'Liquidity_NSFR:2',
      text:
        'Secured lending to financial customers for less than six months needs little ' +
        'stable funding: the factor is 0 % when Level 1 assets serve as collateral and can ' +
        'be reused, and 5 % otherwise, while unsecured lending of the same term needs 10 %. ' +
        'Repos on the liability side with the same customers provide none. Matched books ' +
        'therefore produce a small shortfall that grows with their size, which some ' +
        'institutions discovered only at their first reporting date.',
    },
    {
      labels: 'Liquidity_NSFR:2 Securitisation:1',
      text:
        'Loans that were sold to a vehicle and remain on the balance sheet stay in required ' +
        'stable funding with the factor of the underlying loan, raised where they are ' +
        'encumbered in favour of noteholders. The notes count as available stable funding ' +
        'with the residual maturity that follows from expected amortisation; an early ' +
        'amortisation trigger that has become likely shortens it. Retained tranches are ' +
        'eliminated on both sides in the consolidated calculation.',
    },
    {
      labels: 'Liquidity_NSFR:1 StressTesting:1',
      hard: true,
      text:
        'Funding plans cover three years and are consistent with the budget. They show how ' +
        'maturing debt is replaced, what the plan assumes about spreads and deposit growth, ' +
        'and how the long-term ratio develops. A sensitivity in which half of the planned ' +
        'issuance fails in the first year is part of every plan. Where the ratio then falls ' +
        'under the internal limit, the plan names the measures, their yield and the time ' +
        'they need.',
    },
    {
      labels: '',
      hard: true,
      text:
        'Asset encumbrance is monitored as a subject of its own. The institution knows the ' +
        'level, the sources and the trend of encumbered assets, including those pledged ' +
        'through overcollateralisation that could be withdrawn, and understands what would ' +
        'additionally be pledged after a downgrade or a fall in house prices. The ' +
        'management body sets a limit. Unsecured creditors and the deposit guarantee scheme ' +
        'have an interest in what would be left.',
    },
    {
      labels: 'Liquidity_NSFR:2 Governance:1',
      text:
        'Transfer prices pass the cost of stable funding on to the business that uses it. A ' +
        'ten-year loan with monthly refixing is charged for ten years of liquidity and for ' +
        'one month of interest rate risk. The management body approves the method, the ' +
        'treasury runs it, and risk control checks that no desk is exempt. Where sales ' +
        'targets count new volume before funding cost, lending is priced as though the ' +
        'requirement did not exist.',
    },
    {
      labels: 'Liquidity_NSFR:2',
      text:
        'Intragroup funding receives asymmetric treatment unless a preferential one has ' +
        'been approved. The depositing entity holds a loan to a financial customer, while ' +
        'the entity that receives the money may count little or nothing of it below six ' +
        'months. Approval requires a legally binding commitment, a low risk profile for ' +
        'funding on both sides and supervisors who agree. The higher factor for available ' +
        'funding goes together with the higher factor for required funding at the provider.',
    },
  ],
};
