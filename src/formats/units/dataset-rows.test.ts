import { describe, expect, it } from 'vitest';
import { readDatasetRow } from './dataset-rows.ts';

describe('readDatasetRow', () => {
  it('reads a business with its reviews', () => {
    const row = {
      business_id: 'b1',
      business: { business_id: 'b1', name: 'Thai Kitchen', categories: null },
      reviews: [
        { review_id: 'r1', date: '2021-06-15 12:00:00', text: 'x' },
        { review_id: '', date: 'd' },
      ],
    };
    expect(readDatasetRow(row)).toEqual({
      ok: true,
      value: {
        subject: 'b1',
        fields: row.business,
        units: [
          { id: 'r1', date: '2021-06-15 12:00:00', fields: row.reviews[0] },
          { id: '', date: 'd', fields: row.reviews[1] },
        ],
      },
    });
  });

  it('reads a single review with its business, as in a file of units', () => {
    const row = { review_id: 'r1', business_id: 'b1', name: 'Thai Kitchen', date: '2021-06-15' };
    expect(readDatasetRow(row)).toMatchObject({
      ok: true,
      value: {
        subject: 'b1',
        fields: { name: 'Thai Kitchen' },
        units: [{ id: 'r1', date: '2021-06-15' }],
      },
    });
  });

  it('says what is missing', () => {
    const messages = (row: Record<string, unknown>): readonly string[] => {
      const read = readDatasetRow(row);
      return read.ok ? [] : read.faults.map((fault) => fault.message);
    };
    expect(messages({ reviews: [] })).toEqual([
      'business_id is missing, expected a non-empty text',
    ]);
    expect(messages({ business_id: ' ', reviews: 'none' })).toEqual([
      'business_id is " ", expected a non-empty text',
      'reviews is "none", expected a list of reviews',
    ]);
    expect(messages({ business_id: 'b', reviews: ['r1'] })).toEqual([
      'reviews.0 is "r1", expected an object with review_id and date',
    ]);
    expect(messages({ business_id: 'b' })).toEqual([
      'reviews is missing, expected a list of reviews',
    ]);
  });
});
