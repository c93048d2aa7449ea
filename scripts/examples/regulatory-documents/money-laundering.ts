import type { SourceDocument } from './source-document.ts';

/** A manual on the prevention of money laundering. */
export const moneyLaundering: SourceDocument = {
  id: 'MBA-AML-2025',
  title: 'Manual on the prevention of money laundering and terrorist financing',
  theme: 'AML_KYC',
  firstPage: 6,
  chunks: [
    {
      labels: 'AML_KYC:2',
      text:
        'Customer due diligence is carried out before a business relationship begins, when ' +
        'an occasional transaction reaches the threshold, when there is a suspicion ' +
        'whatever the amount, and when earlier identification data are doubtful. It ' +
        'consists of identifying and verifying the customer, identifying the beneficial ' +
        'owner, understanding purpose and intended nature of the relationship, and ' +
        'monitoring it for as long as it lasts. A relationship for which this cannot be ' +
        'done is not opened, and an existing one is ended.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'The beneficial owner is the natural person who ultimately owns or controls the ' +
        'customer. A holding of 25 % or more of shares or voting rights indicates ' +
        'ownership, at each level of the chain; control by other means is examined in every ' +
        'case and not only when no shareholder passes the threshold. If, after all means ' +
        'have been exhausted, nobody can be identified, senior managing officials are ' +
        'recorded, with the reasons and with the steps that were taken.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'Politically exposed persons, their family members and close associates are subject ' +
        'to enhanced measures: approval of senior management before the relationship is ' +
        'established or continued, adequate evidence of the source of wealth and of funds, ' +
        'and closer ongoing monitoring. The measures last for at least twelve months after ' +
        'the person has left the function, and longer as long as the risk requires. A list ' +
        'bought from a data vendor helps to find such persons but decides nothing.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'A suspicion is reported to the financial intelligence unit promptly and without ' +
        'waiting for proof. The obligation covers attempted transactions and does not ' +
        'depend on an amount. The customer and third parties are not told. An employee who ' +
        'wishes to report internally reaches the compliance officer without passing through ' +
        'a superior, and the decision not to file is documented with the same care as the ' +
        'decision to file. Transactions are held back until the unit has had time to act, ' +
        'where that is possible.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'The business-wide risk assessment identifies where the institution can be misused, ' +
        'taking customers, products, countries and delivery channels one by one. It is ' +
        'updated every year and whenever a new product, a new channel or an acquisition ' +
        'changes the picture, and is approved by the management body. An assessment copied ' +
        'from the association’s template, in which correspondent banking is rated low by a ' +
        'bank with eighty vostro accounts, does not meet the requirement.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'Correspondent relationships with institutions in third countries require that the ' +
        'respondent’s business, reputation and controls be understood, that ' +
        'responsibilities be laid down in writing, and that the respondent has verified the ' +
        'identity of customers with direct access to payable-through accounts. Shell banks ' +
        'are refused, and so are respondents that allow shell banks to use their accounts. ' +
        'Flows are compared with what was expected at the outset, at the level of the ' +
        'corridor and not only of single payments.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'Transfers of funds carry complete information on payer and payee along the whole ' +
        'chain. A provider that receives a transfer with missing information decides, on a ' +
        'risk basis, whether to execute, reject or suspend it, and asks for what is ' +
        'missing. Repeated failure by the same counterparty leads to warnings, then to ' +
        'deadlines, then to the end of the relationship and to a report to the Authority. ' +
        'Transfers of crypto-assets follow the same logic without any minimum amount.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'Screening against lists of restrictive measures is performed before onboarding, at ' +
        'every change of the lists and for each cross-border payment. The institution tests ' +
        'with altered spellings how well its filter finds what it should, and sets the ' +
        'tolerance accordingly. Alerts are closed with a reason that another person can ' +
        'follow. Freezing takes place without delay and without prior notice to the person ' +
        'concerned, and the competent authority is told what has been frozen.',
    },
    {
      labels: 'AML_KYC:2 Governance:2',
      text:
        'One member of the management body is responsible for compliance with this manual ' +
        'and is named to the Authority. Beneath that member the compliance officer holds a ' +
        'rank that allows independent judgement, has access to all data, reports to the ' +
        'management body at least once a year and may speak to its supervisory part alone. ' +
        'The appointment and the removal of the officer are notified with reasons. Bonus ' +
        'arrangements that reward the opening of accounts are reviewed for what they ' +
        'encourage.',
    },
    {
      labels: 'AML_KYC:2 Outsourcing_ICT_DORA:2',
      text:
        'Tasks may be given to a service provider, responsibility may not. The decision to ' +
        'enter into a relationship with a customer, the approval of the risk assessment, ' +
        'the criteria for detecting suspicious transactions and the reporting to the ' +
        'financial intelligence unit stay in house. Remote identification by a vendor is ' +
        'tested before use and sampled thereafter. The outsourcing contract gives access to ' +
        'the recordings and to the premises, and ends with an orderly return of the files.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'Documents and data are kept for five years after the end of the relationship or ' +
        'after the occasional transaction and are deleted thereafter unless another law ' +
        'requires otherwise. They are stored so that requests of the competent bodies can ' +
        'be answered fully and quickly. The retention period begins anew for nobody: a ' +
        'customer who returns after seven years is identified again. Copies of identity ' +
        'documents are legible, which in the sample of last year they were in 81 of 100 ' +
        'files.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'Simplified measures are possible where the risk is demonstrably low. The frequency ' +
        'of updates may be reduced and verification postponed for a short time; ' +
        'identification may not be left out. A listed company from the European Economic ' +
        'Area or a public authority will often qualify, a savings account for children may. ' +
        'As soon as there is a suspicion, or a higher risk for other reasons, simplified ' +
        'measures end. The institution keeps the evidence on which the classification rests.',
    },
    {
      labels: 'AML_KYC:2',
      text:
        'Transaction monitoring combines scenarios with knowledge of the customer. ' +
        'Thresholds are set from the institution’s own data and are reviewed when more than ' +
        'nineteen of twenty alerts lead nowhere, but also when there are no alerts at all. ' +
        'Backlogs are reported weekly to the compliance officer with their age. The ' +
        'examiner picks ten customers at random, reads six months of movements and asks ' +
        'what the institution would have expected to see; in three cases out of ten nobody ' +
        'could say.',
    },
    {
      labels: '',
      text:
        'Chapter nine gives an overview of criminal and administrative sanctions under ' +
        'national law and of the competences of the courts. It is provided for information. ' +
        'Decisions of the Authority can be challenged before the administrative court ' +
        'within one month of service; an appeal has no suspensive effect unless the court ' +
        'orders it. The names of those concerned are published when the decision has become ' +
        'final, unless publication would be disproportionate.',
      hard: true,
    },
  ],
};
