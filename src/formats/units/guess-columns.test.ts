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
