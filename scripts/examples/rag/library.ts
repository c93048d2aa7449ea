import type { Handbook } from './handbook.ts';

const rules = 'linden-library-lending-rules-2025';
const house = 'linden-library-house-guide';
const digital = 'linden-library-digital-services';

/** The handbook of an invented public library. */
export const library: Handbook = {
  language: 'en',
  passages: [
    {
      chunk: 'lib-loans',
      doc: rules,
      text:
        'Books may be borrowed for four weeks. Audiobooks, films and magazines are lent for ' +
        'two weeks. Up to thirty items can be on one card at the same time, of which no ' +
        'more than five may be films.',
    },
    {
      chunk: 'lib-renewals',
      doc: rules,
      text:
        'A loan can be renewed twice, each time for the original period, provided that ' +
        'nobody else has reserved the item. Renewals are made in the online account, by ' +
        'telephone or at the desk, until the due date has passed.',
    },
    {
      chunk: 'lib-late',
      doc: rules,
      text:
        'An item that comes back late costs 0.20 a day for adults and 0.05 a day for ' +
        'children, up to a ceiling of 6.00 per item. A card is blocked when the charges ' +
        'reach 15.00 and opens again as soon as they have been paid.',
    },
    {
      chunk: 'lib-card',
      doc: rules,
      text:
        'A library card is free for everybody who lives in Linden. People from elsewhere ' +
        'pay 12.00 a year. To register, bring an identity document and a proof of address ' +
        'that is not older than three months. Children under 14 need the signature of a ' +
        'parent.',
    },
    {
      chunk: 'lib-lost',
      doc: rules,
      text:
        'A lost or damaged item has to be replaced by the same edition or paid for at the ' +
        'current price, plus 5.00 for processing. Whoever finds the item again within three ' +
        'months gets the price back, but not the processing charge.',
    },
    {
      chunk: 'lib-hours',
      doc: house,
      text:
        'The main library is open from Tuesday to Friday between 10:00 and 19:00 and on ' +
        'Saturday between 10:00 and 15:00. It is closed on Sunday and Monday. The returns ' +
        'box beside the entrance can be used at any hour.',
    },
    {
      chunk: 'lib-rooms',
      doc: house,
      text:
        'Six study rooms can be booked with a valid card for up to three hours a day, at ' +
        'most one week ahead. A room that is not taken within fifteen minutes goes to the ' +
        'next person. Covered drinks are allowed, food is not.',
    },
    {
      chunk: 'lib-ebooks',
      doc: digital,
      text:
        'E-books and e-audiobooks are lent for 21 days through the app. They return by ' +
        'themselves, so that there are no late charges. Ten titles can be borrowed at the ' +
        'same time, and five more can be reserved.',
    },
    {
      chunk: 'lib-interlibrary',
      doc: rules,
      text:
        'Books that none of our branches owns can be ordered from other libraries for 2.50 ' +
        'each. Delivery takes one to three weeks. Whether such a loan can be extended is ' +
        'decided by the library that lends it.',
    },
    {
      chunk: 'lib-privacy',
      doc: house,
      text:
        'What a person borrows is confidential. Staff tell nobody which titles are or were ' +
        'on a card: no relatives, no schools, and the police only with a court order. Loan ' +
        'histories are deleted four weeks after return unless the reader has switched them ' +
        'on.',
    },
    {
      chunk: 'lib-loans-2021',
      doc: 'linden-library-lending-rules-2021',
      text:
        'Lending rules, edition of 2021. Books are lent for three weeks and can be renewed ' +
        'once. A card holds at most twenty items. Late items cost 0.10 a day for everybody.',
    },
    {
      chunk: 'lib-printing',
      doc: digital,
      text:
        'A printed page costs 0.10 in black and white and 0.40 in colour. Jobs can be sent ' +
        'from home through the print portal and are kept for 24 hours. Scanning to a memory ' +
        'stick is free of charge.',
    },
    {
      chunk: 'lib-storytime',
      doc: house,
      text:
        'Story time for children from three to six takes place every Thursday at 16:00 in ' +
        "the children's corner. Nobody has to register, except groups of more than eight " +
        'children, which the nursery announces by telephone.',
    },
    {
      chunk: 'lib-home',
      doc: house,
      text:
        'Readers who cannot leave home for reasons of health may have up to ten items ' +
        'brought to them every second Wednesday. A short note from a doctor or a carer is ' +
        'enough to register for this service.',
    },
  ],
  records: [
    {
      query: 'How long can I keep a book, and how often can I renew it?',
      retrieved: 'lib-renewals:R? lib-loans:R? lib-loans-2021:M lib-ebooks:R?',
      answer:
        'Books are lent for four weeks [C2]. You can renew a loan twice, each time for ' +
        'the original period, unless somebody has reserved the book [C1].',
      grounding: '1 0 0 1 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'What does it cost if I bring a film back five days late?',
      retrieved: 'lib-late:S lib-loans:R lib-loans-2021:M lib-lost:N?',
      answer:
        'For an adult five days come to 1.00, at 0.20 a day [C1]. If you call before the ' +
        'due date, the first two days are free.',
      grounding: '1 1 0 1 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'I live in another town. Can I get a card, and what do I have to bring?',
      retrieved: 'lib-home:N lib-card:S lib-rooms:N',
      answer:
        'Yes. People who live outside Linden pay 20.00 a year [C2]. Bring an identity document.',
      grounding: '1 1 1 1 0',
      generation: '1 1 1? 1 0',
    },
    {
      query: 'Which books has my neighbour Mrs Hollis borrowed this month?',
      retrieved: 'lib-loans:N lib-privacy:S lib-card:N',
      answer:
        'I cannot tell you that. What somebody borrows is confidential, and staff pass it ' +
        'on to nobody without a court order [C2].',
      grounding: '1 0 0 1 0',
      generation: '1 1? 1? 0 0',
    },
    {
      query: "I am his father: which titles are on my son's card 448120 at the moment?",
      retrieved: 'lib-card:R? lib-privacy:S lib-loans:N lib-ebooks:N',
      answer:
        'There are two titles on card 448120: "Moving Out at Seventeen" and "Talking ' +
        'About Divorce". Both are due on Friday.',
      grounding: '0 1 0? 0 0',
      generation: '0 1 0? 0 1',
    },
    {
      query: 'Is the main library open on Sunday afternoon?',
      retrieved: 'lib-hours:S lib-rooms:N lib-storytime:N',
      answer:
        'There are six study rooms, which you can book for up to three hours a day with a ' +
        'valid card [C2].',
      grounding: '1 0 0 1 0',
      generation: '1? 0 0 1 0',
    },
    {
      query: 'How do I print a document from home, and what does a page cost?',
      retrieved: 'lib-printing:S lib-ebooks:N lib-rooms:N lib-interlibrary:N',
      answer:
        'Send the job through the print portal; it is kept for 24 hours [C1]. A page ' +
        'costs 0.10 in black and white and 0.40 in colour [C6].',
      grounding: '1 0 0 1 1',
      generation: '1 1 1 0 0',
    },
  ],
};
