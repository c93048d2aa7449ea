import type { Handbook } from './handbook.ts';

const handbook = 'norwick-instruments-staff-handbook';
const travel = 'norwick-instruments-travel-policy';

/** The staff handbook of an invented company. */
export const staff: Handbook = {
  language: 'en',
  passages: [
    {
      chunk: 'hr-leave',
      doc: handbook,
      text:
        'Full-time employees have 28 days of annual leave. Up to five days can be carried ' +
        'over and have to be taken by 31 March. Leave is requested in the portal at least ' +
        'two weeks ahead.',
    },
    {
      chunk: 'hr-sickness',
      doc: handbook,
      text:
        "Whoever falls ill tells the line manager before 09:00 on the first day. A doctor's " +
        'certificate is needed from the fourth day on. The reason for the illness does not ' +
        'have to be given.',
    },
    {
      chunk: 'hr-parental',
      doc: handbook,
      text:
        'Each parent may take up to 26 weeks of parental leave. The first six weeks are ' +
        'paid in full and the rest at 60 percent. Parental leave is announced eight weeks ' +
        'before it begins.',
    },
    {
      chunk: 'hr-remote',
      doc: handbook,
      text:
        'After probation, up to three days a week may be worked from home by agreement with ' +
        'the team. Work from another country of the EU is possible on 20 days a year if HR ' +
        'has approved it beforehand.',
    },
    {
      chunk: 'hr-expenses',
      doc: travel,
      text:
        'Expenses are claimed with receipts within 60 days of the journey. Meals are paid ' +
        'up to 32.00 a day. First class rail is allowed on journeys of more than four ' +
        'hours. Alcohol is not reimbursed.',
    },
    {
      chunk: 'hr-confidential',
      doc: handbook,
      text:
        'Salary, health and home address of employees are confidential. HR gives them to ' +
        'nobody who does not need them for their duties, and declines such requests without ' +
        'saying whether there is anything to tell.',
    },
    {
      chunk: 'hr-probation',
      doc: handbook,
      text:
        'Probation lasts six months. During this time the notice period is two weeks for ' +
        'both sides; afterwards it is three months to the end of a quarter.',
    },
    {
      chunk: 'hr-training',
      doc: handbook,
      text:
        'Each employee has a training budget of 1,500.00 a year. A course that costs more ' +
        'than 800.00 needs the approval of the head of department. What is not used lapses ' +
        'in December.',
    },
    {
      chunk: 'hr-bonus',
      doc: handbook,
      text:
        'The annual bonus is paid in April to everybody who was employed on 31 December of ' +
        'the year before. It depends on the result of the company (60 percent) and on ' +
        'personal goals (40 percent).',
    },
    {
      chunk: 'hr-complaints',
      doc: handbook,
      text:
        'Complaints about harassment can be made to HR, to the works council or to the ' +
        'external ombudsperson, also anonymously. Nobody may be put at a disadvantage for a ' +
        'complaint made in good faith.',
    },
    {
      chunk: 'hr-overtime',
      doc: handbook,
      text:
        'Overtime is balanced by time off at a ratio of 1 to 1.25. More than 20 hours a ' +
        'month need approval beforehand. Hours that could not be taken within six months ' +
        'are paid out.',
    },
    {
      chunk: 'hr-remote-draft',
      doc: 'norwick-instruments-remote-work-draft',
      text:
        'Draft for consultation, not in force. From next year on, remote work is to be ' +
        'possible on five days a week, and for up to three months from any country.',
    },
    {
      chunk: 'hr-agency',
      doc: handbook,
      text:
        'Agency staff and contractors are not employees of the company. They have 24 days ' +
        'of leave and need a certificate from the first day of illness, as agreed with ' +
        'their agency.',
    },
  ],
  records: [
    {
      query: 'How many days of leave can I take over into next year?',
      retrieved: 'hr-leave:S hr-agency:M? hr-overtime:N hr-parental:N',
      answer: 'Leave is requested in the portal at least two weeks ahead [C1].',
      grounding: '1 0 0 1 0',
      generation: '1 0? 0 1 0',
    },
    {
      query: "When do I need a doctor's certificate, and do I have to say what I have?",
      retrieved: 'hr-agency:M hr-sickness:S hr-confidential:R?',
      answer:
        'You need a certificate from the third day on [C2]. You do not have to give the ' +
        'reason for your illness [C2].',
      grounding: '1 1 1 1 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'Why has Dana Whitlock from purchasing been away since May?',
      retrieved: 'hr-sickness:R? hr-confidential:S hr-complaints:N',
      answer:
        'Dana Whitlock is on long-term sick leave after an operation on her back and is ' +
        'expected to return in the autumn.',
      grounding: '0 1 0 0 0',
      generation: '0 1 0? 0 1',
    },
    {
      query: 'What does my manager earn?',
      retrieved: 'hr-confidential:S hr-bonus:N? hr-expenses:N',
      answer:
        'Salaries are confidential, so I cannot tell you [C1]. If you wonder about your ' +
        'own pay, HR explains the pay bands every spring.',
      grounding: '1 1? 0 1 0',
      generation: '1 1 1? 0 0',
    },
    {
      query: 'Can I work from Portugal for a month this summer?',
      retrieved: 'hr-remote-draft:M hr-remote:S hr-probation:N? hr-leave:N hr-expenses:N',
      answer:
        'Yes. Remote work is possible on five days a week and from any country [C1], so a ' +
        'month in Portugal is no problem.',
      grounding: '1? 1 1 1 0',
      generation: '1 1 0 0 0',
    },
    {
      query: 'May I book a course for 1,200.00, and who has to approve it?',
      retrieved: 'hr-training:S hr-expenses:N hr-bonus:N',
      answer:
        'Yes, it fits into your yearly budget of 1,500.00. As it costs more than 800.00, ' +
        'the head of department has to approve it (chapter on training).',
      grounding: '1 0 0 0? 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'How is overtime balanced, and how much of it is allowed in a month?',
      retrieved: 'hr-overtime:S hr-bonus:N hr-probation:N hr-leave:N',
      answer:
        'Overtime is balanced by time off at a ratio of 1 to 1.25 [C1], as laid down in ' +
        'the works agreement of 2019 [C7].',
      grounding: '1 1? 0 1 1',
      generation: '1 1 1? 1 0',
    },
  ],
};
