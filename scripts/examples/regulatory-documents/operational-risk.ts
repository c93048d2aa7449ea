import type { SourceDocument } from './source-document.ts';

/** A circular on operational risk. */
export const operationalRisk: SourceDocument = {
  id: 'MBA-CIR-2025-05',
  title: 'Circular 2025/05: operational risk',
  theme: 'OperationalRisk',
  firstPage: 3,
  chunks: [
    {
      labels: 'OperationalRisk:2',
      text:
        'Operational risk is the risk of loss from inadequate or failed internal processes, ' +
        'people and systems or from external events. It includes legal risk, model risk and ' +
        'ICT risk, and leaves out strategic and reputational risk. The definition decides ' +
        'what enters the loss data set: a client compensated for wrong advice is a loss ' +
        'event, a client lost because of a bad reputation is not. Losses at the border to ' +
        'credit risk are marked as such.',
    },
    {
      labels: 'OperationalRisk:2',
      text:
        'The own funds requirement equals the business indicator component. The business ' +
        'indicator is the sum of an interest, leases and dividend component, a services ' +
        'component and a financial component, each taken as an average over three years. ' +
        'Marginal coefficients are 12 % up to one billion euro, 15 % between one and thirty ' +
        'billion, and 18 % above. One approach thus takes the place of the basic indicator, ' +
        'the standardised and the advanced measurement approaches.',
    },
    {
      labels: 'OperationalRisk:2',
      text:
        'The services component takes the larger of fee income and fee expense and adds the ' +
        'larger of other operating income and other operating expense, so that netting does ' +
        'not make a distributor look small. The interest component is capped at 2.25 % of ' +
        'interest-bearing assets. Net profit or loss of the trading book and of the banking ' +
        'book enters in absolute terms. Income from an undertaking that was sold may be ' +
        'taken out with the permission of the Authority.',
    },
    {
      labels: 'OperationalRisk:2',
      text:
        'Institutions whose business indicator reaches 750 million euro keep a loss data ' +
        'set with ten years of history. Each event of at least 20 000 euro is recorded with ' +
        'gross amount, recoveries, dates of occurrence, discovery and accounting, and a ' +
        'short description whose detail grows with the amount. A loss caused by one event ' +
        'in several entities is grouped. Recoveries by insurance are shown separately and ' +
        'never hide the gross amount.',
    },
    {
      labels: 'OperationalRisk:2',
      text:
        'Events are mapped to seven types: internal fraud; external fraud; employment ' +
        'practices and workplace safety; clients, products and business practices; damage ' +
        'to physical assets; business disruption and system failures; execution, delivery ' +
        'and process management. Institutions that classify almost everything as execution ' +
        'learn nothing from the classification. The second line reviews a sample each ' +
        'quarter and returns those whose type does not fit the description.',
    },
    {
      labels: 'OperationalRisk:2 Governance:1',
      text:
        'The three lines share the work. Business units own the risk and its controls, an ' +
        'independent function challenges their self-assessments and keeps the loss data ' +
        'set, and internal audit examines the framework as a whole. The management body ' +
        'approves the framework and the tolerance for losses, and is told without delay of ' +
        'any event above the reporting threshold that it has set. A risk that has no owner ' +
        'is assigned to the head of the unit in which it would hurt first.',
    },
    {
      labels: 'OperationalRisk:2 Outsourcing_ICT_DORA:1',
      hard: true,
      text:
        'The failure of a payment system for two days is recorded as a loss event with the ' +
        'direct costs, the compensation to clients and the overtime of staff, whether the ' +
        'system is run by the bank or by somebody else. Income that was not earned is noted ' +
        'outside the loss amount. How the incident is classified, notified and followed up ' +
        'under the rules on digital resilience is a different matter, which does not change ' +
        'what is entered here.',
    },
    {
      labels: 'OperationalRisk:2',
      text:
        'Key risk indicators look forward where losses look back. Useful ones are few, are ' +
        'linked to a cause, and have thresholds at which somebody must act: unreconciled ' +
        'items older than ten days, turnover in settlement staff, manual payments above a ' +
        'limit, complaints per thousand contracts. An indicator that has been green for ' +
        'three years is examined for whether its threshold means anything. Breaches and the ' +
        'action taken are reported together.',
    },
    {
      labels: 'OperationalRisk:2 StressTesting:1',
      hard: true,
      text:
        'Scenario analysis fills the gap that ten years of losses leave at the rare and ' +
        'severe end. Experts from the business estimate frequency and size of events such ' +
        'as a rogue trader, a mis-sold product line or the loss of a building, with ' +
        'external cases at hand to counter optimism. The outcomes inform insurance, ' +
        'controls and the amount of internal capital set aside for these risks in the ' +
        'ICAAP; they do not enter the regulatory requirement.',
    },
    {
      labels: 'OperationalRisk:2',
      text:
        'With permission, a loss may be excluded from the annual loss calculation when it ' +
        'is no longer relevant to the risk profile, for example because the activity has ' +
        'been sold. The institution shows that no similar legal exposure remains and that ' +
        'the event has stayed in the data set for the minimum period. Losses from ' +
        'litigation are excluded only after the last case is closed. Excluded amounts stay ' +
        'in the history and are disclosed in total.',
    },
    {
      labels: 'OperationalRisk:1 AML_KYC:2',
      text:
        'A fine imposed for deficient customer due diligence is entered as an event of the ' +
        'type clients, products and business practices on the date on which the provision ' +
        'is made. The entry is the smaller part of the matter. The compliance function ' +
        'examines which relationships were onboarded under the deficient procedure, repeats ' +
        'identification and the assessment of beneficial ownership where needed, and files ' +
        'suspicious transaction reports late rather than never.',
    },
    {
      labels: 'OperationalRisk:2 Reporting_COREP_FINREP:1',
      text:
        'Template C 16.02 shows the items of the business indicator and C 17.01 the losses ' +
        'by year and event type; the ten largest events are described one by one in C ' +
        '17.02. The items reconcile with the profit and loss account in F 02.00 through a ' +
        'bridge that the institution keeps and that the auditor has seen. A dividend that ' +
        'moves between components from one year to the next without a change in the ' +
        'business calls for an explanation.',
    },
    {
      labels: 'OperationalRisk:2',
      text:
        'Model risk belongs here when a loss follows from decisions based on a model that ' +
        'was wrong, badly implemented or used outside its purpose. Pricing models, margin ' +
        'models and scorecards in marketing are covered; an underestimated own funds ' +
        'requirement is not a loss. The inventory lists every model with owner, purpose, ' +
        'date of validation and the decisions that depend on it. Spreadsheets that are sent ' +
        'to clients count as models for this purpose.',
    },
    {
      labels: '',
      text:
        'Institutions apply this circular in proportion to their size and to the nature of ' +
        'their business. Where a provision refers to a unit or a committee, a small ' +
        'institution may entrust the task to a person, provided that this person is not at ' +
        'the same time responsible for what is to be controlled. The Authority will review ' +
        'the circular two years after its entry into force and invites comments on its ' +
        'practicability at any time.',
    },
  ],
};
