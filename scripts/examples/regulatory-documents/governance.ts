import type { SourceDocument } from './source-document.ts';

/** A code on internal governance. */
export const governance: SourceDocument = {
  id: 'MBA-GOV-2024',
  title: 'Code on internal governance, suitability and remuneration',
  theme: 'Governance',
  firstPage: 8,
  chunks: [
    {
      labels: 'Governance:2',
      text:
        'The management body has the final responsibility for the institution. It defines, ' +
        'oversees and is accountable for arrangements that ensure effective and prudent ' +
        'management, including the segregation of duties and the prevention of conflicts of ' +
        'interest. In its supervisory function it monitors and challenges those who manage. ' +
        'A body whose papers arrive the evening before the meeting, run to nine hundred ' +
        'pages and are approved without a question does not perform that function.',
    },
    {
      labels: 'Governance:2',
      text:
        'Members are at all times of sufficiently good repute, possess knowledge, skills ' +
        'and experience, and commit enough time. The institution assesses suitability ' +
        'before the appointment and again when facts change: a conviction, proceedings, a ' +
        'new mandate, a changed business model. The collective assessment asks whether the ' +
        'body as a whole understands the activities and their main risks. A candidate with ' +
        'a gap may be appointed with a training plan that has dates, if the body as a whole ' +
        'is suitable without that knowledge.',
    },
    {
      labels: 'Governance:2',
      text:
        'In significant institutions a member holds at the same time no more than one ' +
        'executive directorship with two non-executive ones, or four non-executive ones. ' +
        'Directorships within the same group count as one, those in organisations without ' +
        'commercial aims do not count. The Authority may permit one further non-executive ' +
        'directorship. Beyond the number, time is examined: a chair who spends eleven days ' +
        'a year on a bank with three thousand employees is asked how.',
    },
    {
      labels: 'Governance:2',
      text:
        'Variable remuneration of staff whose activities have a material impact on the risk ' +
        'profile does not exceed the fixed part; shareholders may raise the limit to twice ' +
        'that part with the required majority. At least 40 %, and for particularly high ' +
        'amounts 60 %, is deferred over four to five years, half is paid in instruments, ' +
        'and malus and clawback apply up to the full amount. Guaranteed bonuses are limited ' +
        'to the first year of employment.',
    },
    {
      labels: 'Governance:2',
      text:
        'Control functions are independent of the business that they control. Risk ' +
        'management, compliance and internal audit have their own budget, direct access to ' +
        'the management body in its supervisory function and heads who cannot be removed ' +
        'without its prior approval. Their remuneration is not tied to the results of the ' +
        'areas under their watch. The head of risk has a say in decisions and not only a ' +
        'seat at the table; where advice is overruled, the minutes show by whom and why.',
    },
    {
      labels: 'Governance:2',
      text:
        'The risk appetite framework links strategy, limits and incentives. It states which ' +
        'risks the institution is willing to take, in numbers where numbers are possible, ' +
        'and what happens when a limit is passed. Business lines receive their part of the ' +
        'limits in terms that they can steer. The framework is alive if somebody was ' +
        'refused something because of it in the past year, which examiners ask to be shown.',
    },
    {
      labels: 'Governance:2',
      text:
        'Employees can report breaches through a channel that is independent of their line, ' +
        'confidential and, if they wish, anonymous. Nobody suffers a disadvantage for a ' +
        'report made in good faith. The management body receives an annual account of the ' +
        'number, the kind and the outcome of the reports. The absence of any report in an ' +
        'institution with several hundred employees over three years is taken as a ' +
        'statement about the channel, not about the conduct.',
    },
    {
      labels: 'Governance:2',
      text:
        'Transactions with members of the management body and their related parties are ' +
        'concluded on market terms, decided without the person concerned and recorded in a ' +
        'register that is shown to the Authority on request. Loans above 200 000 euro to ' +
        'such a party are documented individually. Conflicts that cannot be avoided are ' +
        'disclosed and managed; where they are permanent, as with a major borrower who sits ' +
        'on the supervisory board, the mandate ends.',
    },
    {
      labels: 'Governance:2 Outsourcing_ICT_DORA:2',
      text:
        'The management body bears the ultimate responsibility for managing ICT risk. It ' +
        'approves the digital operational resilience strategy, the policy on arrangements ' +
        'with ICT third-party providers and the budget, reviews them at least yearly, and ' +
        'keeps its own knowledge up to date by regular training. A role is established to ' +
        'monitor these arrangements, or a member of senior management is designated. ' +
        'Delegating the subject to the head of IT does not delegate the responsibility.',
    },
    {
      labels: 'Governance:2 StressTesting:1',
      text:
        'The internal capital adequacy assessment is the responsibility of the management ' +
        'body, which signs a concise statement on its outcome once a year. Members can ' +
        'explain which assumptions drive the result and which scenario came closest to the ' +
        'limit. The statement is not a compliance exercise: it says whether the body ' +
        'considers capital adequate over three years, under normal and adverse conditions, ' +
        'and what it has decided to do about the weakest point.',
      hard: true,
    },
    {
      labels: 'Governance:2 AML_KYC:1',
      text:
        'Group structures remain no more complex than the business needs. Before the ' +
        'institution sets up an entity in an offshore centre or offers such structures to ' +
        'clients, it examines purpose, tax, transparency and the risk of being used for ' +
        'money laundering, and the management body approves each one. Entities without a ' +
        'purpose that can be stated in one sentence are dissolved. Subsidiaries keep ' +
        'governance of their own and do not become a letter box for group functions.',
    },
    {
      labels: 'Governance:2',
      text:
        'The institution sets a target for the under-represented gender on its management ' +
        'body and a policy on how to reach it. Diversity also covers age, educational and ' +
        'professional background and, for institutions active across borders, geographical ' +
        'provenance. Recruitment draws on a broad set of qualities. The nomination ' +
        'committee reports each year on progress and gives the reasons where a target was ' +
        'missed for the second time; “no suitable candidate” is a description and not a ' +
        'reason.',
    },
    {
      labels: 'Governance:2',
      text:
        'Internal audit follows a risk-based plan that covers every activity, including ' +
        'those carried out by others, within a cycle of at most five years. Findings have ' +
        'an owner, a date and a grade; the date is moved once at most without the consent ' +
        'of the audit committee. The function undergoes an external quality assessment. ' +
        'Audit reports reach the chair of the audit committee unedited and at the same time ' +
        'as the management.',
    },
    {
      labels: '',
      text:
        'Shareholders exercise their rights in the general meeting in accordance with ' +
        'company law. The code does not affect the provisions on the convening of the ' +
        'meeting, on the majorities required for capital increases or on the rights of ' +
        'minorities, nor the protection of employees’ representatives. Where national ' +
        'company law follows a one-tier model, references to the supervisory function are ' +
        'read accordingly. Transitional arrangements for mutual societies are set out in ' +
        'the annex.',
      hard: true,
    },
  ],
};
