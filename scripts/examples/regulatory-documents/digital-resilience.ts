import type { SourceDocument } from './source-document.ts';

/** A guide to outsourcing and digital operational resilience. */
export const digitalResilience: SourceDocument = {
  id: 'MBA-ICT-2025',
  title: 'Guide to outsourcing and digital operational resilience',
  theme: 'Outsourcing_ICT_DORA',
  firstPage: 7,
  chunks: [
    {
      labels: 'Outsourcing_ICT_DORA:2',
      text:
        'The ICT risk management framework contains strategies, policies, procedures and ' +
        'tools to protect information and ICT assets. It is documented, reviewed at least ' +
        'once a year and after each major incident, and audited by people who know the ' +
        'subject. Functions, the assets that support them and the dependencies between them ' +
        'are identified and classified. An inventory that was complete two years ago and ' +
        'has been corrected by hand since is not an inventory.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2',
      text:
        'An incident is major when it affects critical services and meets the thresholds ' +
        'for clients, transactions, duration, geographical spread, data losses or economic ' +
        'impact in the required combination. The initial notification is sent within four ' +
        'hours of classification and no later than twenty-four hours after the entity ' +
        'became aware of it, the intermediate report within seventy-two hours of the ' +
        'notification, the final one within a month. Significant cyber threats may be ' +
        'notified voluntarily.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2',
      text:
        'Contracts for ICT services that support critical or important functions contain ' +
        'full descriptions of service levels, rights of access, inspection and audit, the ' +
        'locations of data, the conditions for subcontracting, participation in testing, ' +
        'and an exit with a transition period long enough to move. A reference to the ' +
        'provider’s terms on a website, as amended from time to time, is not a description. ' +
        'Contracts concluded before the date of application are amended at the first ' +
        'opportunity.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2',
      text:
        'Before a function is given to a service provider the institution decides whether ' +
        'it is critical or important: whether a defect would materially impair compliance ' +
        'with its authorisation, its financial performance or the continuity of its ' +
        'services. The assessment precedes the contract. Due diligence covers the ' +
        'provider’s resources, ownership, reputation and, for personal data, the place of ' +
        'processing. Intragroup arrangements are assessed in the same way; a shared parent ' +
        'is no substitute for a service level.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2',
      text:
        'Entities identified by the Authority carry out threat-led penetration tests at ' +
        'least every three years on live production systems that support critical or ' +
        'important functions. Testers are suitable, certified and insured; every third test ' +
        'uses external ones. Red team and blue team work through a joint exercise at the ' +
        'end, and the remediation plan is approved before the attestation is issued. ' +
        'Providers take part where their systems are in scope, if need be in a pooled test.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2',
      text:
        'Concentration on one cloud provider is examined before each new contract and for ' +
        'the portfolio as a whole. The institution asks how substitutable the provider is, ' +
        'how many critical functions depend on it directly or through subcontractors, and ' +
        'what would remain if a whole region failed. Using two providers that run on the ' +
        'same data centre is one provider for this purpose. The answer may be to accept the ' +
        'risk, with reasons; not to have asked is a finding.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2',
      text:
        'Exit plans are written for the day on which relations with the provider are bad. ' +
        'They name alternative solutions, the data formats in which records are returned, ' +
        'the people who can run the function in the meantime and the time each step takes. ' +
        'They are tested, at least as a walk-through. A plan in which the first step is the ' +
        'selection of a new provider and the second is “migration, three months” has not ' +
        'been thought through.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2 OperationalRisk:1',
      hard: true,
      text:
        'Business continuity covers ICT and what depends on it. The impact analysis states ' +
        'for each function how long it may be interrupted and how much data may be lost; ' +
        'back-ups are kept on systems that are physically and logically separate from the ' +
        'source. Restoration is tested at least yearly. Costs and losses from incidents are ' +
        'estimated each year and sent on request, and they agree with what the operational ' +
        'loss database shows for the same events.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2 Governance:1',
      text:
        'The institution keeps enough substance to control what it has given away. A named ' +
        'person answers for each arrangement, has the competence to judge the provider’s ' +
        'reports and the standing to call for changes. The outsourcing function reports to ' +
        'the management body twice a year. An institution that has no one left who could ' +
        'define requirements has become a letter box, and its authorisation is in question.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2',
      text:
        'Critical ICT third-party providers are designated at European level and overseen ' +
        'by a lead overseer, who may request information, inspect and issue ' +
        'recommendations. Oversight does not relieve financial entities: they take the ' +
        'recommendations into account in their own risk management and inform the Authority ' +
        'what they intend to do. As a last resort the Authority may require that the use of ' +
        'a service be suspended until the risks have been addressed.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:2',
      text:
        'Access to systems follows need to know and least privilege. Privileged accounts ' +
        'are few, personal, time-limited and recorded; strong authentication protects every ' +
        'access from outside. Rights are reviewed at least every six months for systems ' +
        'that support critical functions, and end on the day the person leaves. Patches are ' +
        'graded by urgency with a deadline for each grade. Changes to software are tested ' +
        'away from production and approved by someone other than their author.',
    },
    {
      labels: 'OperationalRisk:2 Outsourcing_ICT_DORA:2',
      hard: true,
      text:
        'A flawed software release at a card processor blocked payments of six institutions ' +
        'for nineteen hours. Each of them classified and notified the incident, compared ' +
        'the provider’s root cause analysis with its own logs and used its right of audit. ' +
        'Each also recorded the compensation and the extra work as an event of the type ' +
        'business disruption and system failures. Two recorded it under external fraud, ' +
        'because the helpdesk had first suspected an attack, and had to correct the loss ' +
        'data set.',
    },
    {
      labels: 'Outsourcing_ICT_DORA:1 AML_KYC:2',
      text:
        'Chat-based onboarding by a vendor’s software combines identification, screening ' +
        'and the first risk rating of the customer in one flow. The institution knows the ' +
        'rules by which the software rates, can change them without the vendor, and repeats ' +
        'the screening against lists of sanctions with its own filter. The samples drawn by ' +
        'the compliance function cover rejected applicants as well. Verification by video ' +
        'follows the conditions that the Authority has published for remote identification.',
    },
    {
      labels: '',
      text:
        'This guide takes effect together with the amended list of documents to be ' +
        'submitted with an application for authorisation. Applicants whose files were ' +
        'complete before that date are assessed under the earlier list. The annex contains ' +
        'a correspondence table between old and new paragraph numbers, a list of ' +
        'abbreviations and the text of three legal acts that are no longer in force but are ' +
        'still referred to in older contracts.',
    },
  ],
};
