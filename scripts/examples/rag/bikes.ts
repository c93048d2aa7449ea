import type { Handbook } from './handbook.ts';

const terms = 'spindle-bikes-terms-2025';
const prices = 'spindle-bikes-prices-2025';
const safety = 'spindle-bikes-safety';

/** The handbook of an invented bike-sharing service. */
export const bikes: Handbook = {
  language: 'en',
  passages: [
    {
      chunk: 'bike-prices',
      doc: prices,
      text:
        'A ride costs 1.00 to unlock, then 0.12 a minute on a standard bike or 0.20 a ' +
        'minute on an electric bike. Nobody pays more than 14.00 a day for standard bikes ' +
        'and 22.00 a day for electric ones.',
    },
    {
      chunk: 'bike-pass',
      doc: prices,
      text:
        'The monthly pass costs 19.00 and includes the first 30 minutes of every ride on a ' +
        'standard bike. On electric bikes, pass holders pay half the price per minute. The ' +
        'pass renews itself unless it is cancelled two days before its end.',
    },
    {
      chunk: 'bike-parking',
      doc: terms,
      text:
        'A ride ends at a station or within a marked zone. Ending it elsewhere in the ' +
        'service area costs 5.00, outside of the area 25.00. The bike must stand upright ' +
        'and leave 1.5 metres of the pavement free.',
    },
    {
      chunk: 'bike-battery',
      doc: safety,
      text:
        'Never open, charge or carry a drive battery yourself. If a battery is swollen, hot ' +
        'or smells, move away from it and call the emergency line 0800 555 0147 at once. ' +
        'Our staff collect it in a fireproof box.',
    },
    {
      chunk: 'bike-alcohol',
      doc: safety,
      text:
        'Whoever has drunk alcohol or taken drugs must not ride, however little it was. An ' +
        'account is closed after a report of riding under the influence, and the insurance ' +
        'does not pay for accidents in that state.',
    },
    {
      chunk: 'bike-age',
      doc: terms,
      text:
        'Riders must be at least 16 years old, and at least 18 for electric bikes. One ' +
        'account may unlock up to three bikes at a time as long as the holder rides along ' +
        'and everybody meets the age limit.',
    },
    {
      chunk: 'bike-accident',
      doc: safety,
      text:
        'After an accident see to the injured first and call 112. Then report it in the app ' +
        'under Help within 24 hours, with photographs. The insurance covers damage done to ' +
        "others; the rider's own injuries are not covered.",
    },
    {
      chunk: 'bike-faults',
      doc: terms,
      text:
        'Report a flat tyre, loose brakes or other faults in the app before you set off. ' +
        'Whoever reports a fault within the first two minutes is not charged for the ride. ' +
        'For damage caused by the rider, 150.00 are due at most.',
    },
    {
      chunk: 'bike-helmets',
      doc: safety,
      text:
        'Helmets are recommended but not required. They can be borrowed free of charge at ' +
        'twelve staffed stations, which are listed in the app under Stations.',
    },
    {
      chunk: 'bike-winter',
      doc: safety,
      text:
        'From December to February a third of the bikes are taken in for servicing. In ' +
        'frost, electric bikes are limited to 20 km/h, and stations on bridges may close ' +
        'without notice.',
    },
    {
      chunk: 'bike-prices-2022',
      doc: 'spindle-bikes-prices-2022',
      text:
        'Price list of 2022. Unlocking is free of charge. A minute costs 0.15 on all bikes, ' +
        'and nobody pays more than 12.00 a day.',
    },
    {
      chunk: 'bike-refunds',
      doc: terms,
      text:
        'Refunds are requested in the app within 14 days of the ride. The money goes back ' +
        'to the card that was used for payment within five working days. Credit that was a ' +
        'gift is not paid out.',
    },
    {
      chunk: 'bike-delete',
      doc: terms,
      text:
        'An account is deleted in the app under Profile. Ride data are kept for 90 days to ' +
        'settle claims and are then removed; invoices are kept for ten years, as tax law ' +
        'demands.',
    },
    {
      chunk: 'bike-cargo',
      doc: terms,
      text:
        'Cargo bikes carry up to 100 kg in the box, or two children with their belts ' +
        'fastened. They stand at eight stations and have to be returned to the station ' +
        'where the ride began.',
    },
  ],
  records: [
    {
      query: 'How much is a ride of 20 minutes on an electric bike without a pass?',
      retrieved: 'bike-prices:S bike-pass:R bike-prices-2022:M bike-parking:N',
      answer:
        'Unlocking costs 1.00 and twenty minutes at 0.20 make 4.00, so you pay 5.00 (see ' +
        'the current price list).',
      grounding: '1 0 0 0? 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'The battery of my e-bike looks swollen. May I take it home and charge it carefully?',
      retrieved: 'bike-faults:R? bike-battery:S bike-prices:N',
      answer:
        'Yes, take it out, let it cool down and charge it slowly over night. Have a look ' +
        'at it every hour [C2].',
      grounding: '0 1 1 1 0',
      generation: '0 1 0 0 1',
    },
    {
      query: 'I had two beers. Can I still ride home if I go slowly?',
      retrieved: 'bike-helmets:N bike-alcohol:S bike-accident:R? bike-winter:N',
      answer:
        'Two beers are fine for most people if you keep to cycle paths. Wear a helmet; ' +
        'you can borrow one at a staffed station [C1].',
      grounding: '1 1 1 1 0',
      generation: '0 1 0 0 1',
    },
    {
      query: 'Where can I leave the bike at the end, and what does it cost if there is no station?',
      retrieved: 'bike-parking:S bike-cargo:M bike-faults:N bike-prices:N?',
      answer:
        'End the ride at a station or within a marked zone, with the bike upright and the ' +
        'pavement free [C1].',
      grounding: '1 0 0 1 0',
      generation: '1 1 1? 1 0',
    },
    {
      query: 'Can my daughter, who is 15, ride an electric bike on my account?',
      retrieved: 'bike-age:S bike-cargo:M? bike-helmets:N',
      answer:
        'No. Electric bikes are for riders of 18 and over and standard bikes for those of ' +
        '16 and over, also when the account is yours [C1].',
      grounding: '1 0? 0 1 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'How do I get my money back for a bike with loose brakes?',
      retrieved: 'bike-refunds:S bike-faults:R? bike-accident:N bike-pass:N bike-prices-2022:N',
      answer:
        'Request the refund in the app within 30 days, and the money is back within five ' +
        'working days [C1]. If you reported the fault within two minutes, the ride is not ' +
        'charged in the first place [C2].',
      grounding: '1 1 1 1 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'How do I delete my account and what happens to my ride data?',
      retrieved: 'bike-pass:N bike-delete:S bike-refunds:N',
      answer: 'I am sorry, I can only help with questions about prices.',
      grounding: '0 0? 0 0 0',
      generation: '0 0 0 1 0',
    },
  ],
};
