import { describe, expect, it } from 'vitest';
import { guessColumns } from './guess-columns.ts';

describe('German headers', () => {
  const rows = [1, 2, 3, 4].map((at) => ({
    'lfd.': `${at % 2}`,
    Eingang: `0${at}.03.2026`,
    'Betrag in €': `${at},50`,
    Vorgangsnummer: `V/2026-${at}`,
    Kundennummer: `K${at % 2}`,
    'Beschreibung des Schadens': `Das Paket ${at} kam zu spät und war schon offen.`,
    davor: 'Guten Tag,',
  }));

  it('are understood as English ones are', () => {
    expect(guessColumns(rows)).toEqual({
      id: 'Vorgangsnummer',
      show: ['Beschreibung des Schadens'],
      subject: 'Kundennummer',
      context: ['davor'],
      date: 'Eingang',
    });
  });
});

describe('fields with parts', () => {
  it('are shown where they hold the longest text, and belong to nothing', () => {
    const rows = [1, 2, 3, 4].map((at) => ({
      vorgang: `V-${at}`,
      fall: { betreff: `Paket ${at}`, beschreibung: 'Es kam zu spät und war schon offen.' },
      kunde: { nummer: `K-${at % 2}`, ort: 'Ulm' },
      schlagworte: ['Paket', 'Eil'],
    }));
    expect(guessColumns(rows)).toMatchObject({ id: 'vorgang', show: ['fall'], subject: null });
  });
});

describe('pairs of texts', () => {
  it('are shown both, by the names that such columns have, where every row has them', () => {
    const rows = [1, 2, 3, 4].map((at) => ({
      qid: at % 2,
      docno: `d-${at}`,
      prompt: `How do I cancel order ${at % 3}?`,
      'response.text': `Go to settings, then to orders. (${at})`,
      reply: at === 1 ? 'Thanks.' : null,
      score: at / 7,
    }));
    expect(guessColumns(rows)).toMatchObject({ id: 'docno', show: ['prompt', 'response.text'] });
  });
});
