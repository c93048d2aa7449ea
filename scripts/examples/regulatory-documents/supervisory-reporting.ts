import type { SourceDocument } from './source-document.ts';

/** A manual on supervisory reporting. */
export const supervisoryReporting: SourceDocument = {
  id: 'MBA-REP-2025',
  title: 'Manual on supervisory reporting',
  theme: 'Reporting_COREP_FINREP',
  firstPage: 10,
  chunks: [
    {
      labels: 'Reporting_COREP_FINREP:2',
      text:
        'Institutions submit their data in XBRL according to the data point model of the ' +
        'release in force on the reference date. Remittance dates for quarterly reports are ' +
        '12 May, 11 August, 11 November and 11 February; a date that falls on a holiday or ' +
        'a weekend moves to the next working day. Audited figures that deviate from those ' +
        'submitted are sent again without undue delay. A file that was rejected for a ' +
        'technical reason counts as not received.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2',
      text:
        'Validation rules are of three kinds. Blocking rules concern identity and ' +
        'structure, and a file that breaks one is not accepted. Non-blocking rules produce ' +
        'a list that the institution answers with a correction or a comment within two ' +
        'working days. Quality checks compare institutions and periods and lead to ' +
        'questions. Each release deactivates rules that proved wrong; the list of ' +
        'deactivated rules is published, and institutions do not change correct figures in ' +
        'order to satisfy an incorrect rule.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2',
      text:
        'FINREP covers the balance sheet, the statement of profit or loss and their ' +
        'breakdowns at consolidated level for groups that apply international accounting ' +
        'standards, and for others where the Authority has extended the scope. F 18.00 on ' +
        'performing and non-performing exposures and F 19.00 on forborne ones follow ' +
        'harmonised definitions that differ from those of the accounts. The bridge between ' +
        'the two is documented and owned by one person in the finance department.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2 CreditRisk:1',
      text:
        'In C 07.00 each row and column has one meaning for all exposure classes: original ' +
        'exposure, value adjustments, substitution effects of guarantees, volatility ' +
        'adjustments, exposure value, risk-weighted amount before and after the supporting ' +
        'factor for small and medium-sized enterprises. Most errors arise in the columns on ' +
        'substitution, where inflows and outflows must cancel over all sheets. The total of ' +
        'risk-weighted amounts is carried to C 02.00 without manual entries.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2',
      text:
        'Data quality is measured by completeness, accuracy, timeliness and adaptability. ' +
        'The institution can trace any cell back to its source systems, knows the manual ' +
        'steps on the way and has controls over each of them. End-user computing in the ' +
        'chain is inventoried. A report on quality goes to the management body twice a ' +
        'year; it says how many cells were resubmitted, why, and what has been done so that ' +
        'the same reason does not return.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2 Governance:1',
      text:
        'A member of the management body signs for the reports. The reporting function has ' +
        'the authority to refuse figures delivered by other departments and the staff to ' +
        'explain them. Key-person dependency is the most frequent finding: in five of nine ' +
        'institutions visited, one employee alone understood how the liquidity templates ' +
        'are filled. Deputies are named, trained, and prepare at least one submission a ' +
        'year by themselves.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2',
      text:
        'Small and non-complex institutions benefit from proportionality: a reduced set of ' +
        'templates, longer intervals for some of them, and thresholds below which a ' +
        'template is not due at all. Entry and exit criteria are checked at each reference ' +
        'date; a threshold must be exceeded on two consecutive dates before the obligation ' +
        'starts, while relief begins at once after three dates below. The institution tells ' +
        'the Authority of a change before the remittance date and not through an empty ' +
        'template.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2 Liquidity_NSFR:1 Liquidity_LCR:1',
      hard: true,
      text:
        'Additional monitoring metrics complement the two liquidity ratios. C 66.01 shows ' +
        'the maturity ladder, C 67.00 and C 68.00 the concentration of funding by ' +
        'counterparty and product, C 69.00 prices for various lengths of funding, C 70.00 ' +
        'the roll-over and C 71.00 the concentration of the counterbalancing capacity. ' +
        'Consistency with C 72.00 is tested automatically. An open maturity is reported as ' +
        'overnight unless behaviour is asked for, in which case the assumption is described.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2',
      text:
        'Resubmissions are expected when an error is material, going back as many reference ' +
        'dates as the error does, with a limit of four quarters. The institution states the ' +
        'cause, the templates and the amount before and after, and the effect on any ratio ' +
        'that is subject to a requirement. Frequent resubmission is not held against an ' +
        'institution that finds its own errors; repeated questions by the Authority about ' +
        'the same template are.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2 Outsourcing_ICT_DORA:2',
      hard: true,
      text:
        'The register of information on contractual arrangements with ICT providers is ' +
        'transmitted once a year through the reporting portal, as a set of linked tables in ' +
        'plain CSV with a filing indicator for each. It is a register first and a report ' +
        'second: the tables are extracted from the system in which contracts are managed. ' +
        'Keys must match across tables, providers are identified by LEI or EUID, and ' +
        'subcontractors in the chain carry a rank.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2 SRT:1',
      text:
        'Columns of C 14.01 ask whether an originator claims the transfer of significant ' +
        'credit risk, by which test it does so, and what share of the capital saved the ' +
        'transaction accounts for. The answers must agree with the notification file. Of ' +
        'sixty transactions checked last year, nine were reported as achieving the transfer ' +
        'although recognition had been limited in time and had lapsed. The column on the ' +
        'date of the last assessment is therefore mandatory.',
    },
    {
      labels: 'Reporting_COREP_FINREP:2 OperationalRisk:1',
      text:
        'The first report under the new framework covers three years of history for the ' +
        'business indicator. Where data for the earliest year do not exist in the required ' +
        'breakdown, estimates are allowed and are marked in the comment. Mergers are ' +
        'restated as if the entities had always belonged together. The loss templates are ' +
        'due from institutions above the threshold only; they go back as far as the data ' +
        'set is reliable, and the first reliable year is stated.',
    },
    {
      labels: '',
      hard: true,
      text:
        'Statistical reporting to the central bank, including granular credit data, the ' +
        'statistics on interest rates and those on securities holdings, follows its own ' +
        'regulations, its own dates and its own portal. It is mentioned here because ' +
        'institutions often ask. Identifiers should nevertheless be the same everywhere, ' +
        'and a counterparty that is a non-financial corporation in one world does not ' +
        'become a household in another. The central bank’s helpdesk answers questions about ' +
        'its surveys.',
    },
    {
      labels: '',
      hard: true,
      text:
        'Disclosure to the public is a separate duty. Institutions publish quantitative and ' +
        'qualitative information on their risks, own funds and remuneration in the ' +
        'prescribed tables at the frequency that fits their size, and in a medium that can ' +
        'be found. The information is subject to internal verification at the level of the ' +
        'management report. Items may be left out if they are not material, proprietary or ' +
        'confidential, with a statement to that effect.',
    },
  ],
};
