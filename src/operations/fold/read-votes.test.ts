import { describe, expect, it } from 'vitest';
import { votesIn } from '../../../test/vote-files.ts';
import { columnNames, voteTable } from './read-votes.ts';

describe('reading votes', () => {
  it('reads a long table with whatever names its columns go by', () => {
    const expected = {
      rows: [
        ['u1', 'anna', 'yes', 1],
        ['u1', 'ben', 'no', 1],
        ['u2', 'anna', 'no', 1],
      ],
      answers: ['no', 'yes'],
      repeats: 0,
      sizes: [2, 2, 2],
    };
    expect(votesIn('unit,annotator,answer\nu1,anna,yes\nu1,ben,no\nu2,anna,no\n')).toEqual(
      expected,
    );
    expect(
      votesIn(
        '\uFEFFlabel,note,worker,task\r\nyes,"a, b",anna,u1\r\n"no",,ben,u1\r\n\r\n' +
          'no,x,anna, u2 \r\n',
      ),
    ).toEqual(expected);
    expect(
      votesIn(
        'v;w,x,unit,annotator,answer\nyes,u1,1,1,anna\nno,u1,1,1,ben\nno,u2,1,1,anna\n',
        'votes.csv',
        { answer: 'v;w', unit: 'x', annotator: 'answer' },
      ),
    ).toEqual(expected);
    expect(
      votesIn(
        '{"item_id":"u1","annotator_id":"anna","label":"yes"}\n\n' +
          '{"label":"no","item_id":"u1","annotator_id":"ben"}\n{"item_id":" ' +
          'u2","annotator_id":"anna ","label":"n\\u006f"}',
        'votes.jsonl',
      ),
    ).toEqual(expected);
    expect(
      votesIn(
        '{"item_id":"u1","annotator_id":"anna","label":"yes"}\n' +
          '{"item_id":"u1","annotator_id":"ben","label":"no"}\n' +
          '{"item_id":"u2","annotator_id":"anna","label":"no"}\n',
        'votes',
      ),
    ).toEqual(expected);
  });

  it('takes a name that is composed otherwise for the same person, in both forms of file', () => {
    const [apart, composed] = ['Rene\u0301', 'Ren\u00e9'];
    const expected = {
      rows: [
        ['u1', composed, 'yes', 1],
        ['u1', 'ben', 'no', 1],
        ['u1', composed, 'no', 1],
        ['u2', composed, 'no', 1],
      ],
      answers: ['no', 'yes'],
      repeats: 1,
      sizes: [2, 2, 2],
    };
    const votes = [
      ['u1', apart, 'yes'],
      ['u1', 'ben', 'no'],
      ['u1', composed, 'no'],
      ['u2', composed, 'no'],
    ] as const;
    expect(
      votesIn(`unit,annotator,answer\n${votes.map((vote) => `${vote.join(',')}\n`).join('')}`),
    ).toEqual(expected);
    expect(
      votesIn(
        votes
          .map(([unit, annotator, answer]) => `${JSON.stringify({ unit, annotator, answer })}\n`)
          .join(''),
        'votes.jsonl',
      ),
    ).toEqual(expected);
  });

  it('orders answers, numbers by value, and takes numbers and words alike', () => {
    expect(votesIn('unit,annotator,answer\nu,a,10\nu,b,9\nu,c,-1\n')).toMatchObject({
      answers: ['-1', '9', '10'],
    });
    expect(votesIn('unit,annotator,answer\nu,a,10\nu,b,9\nu,c,x\n')).toMatchObject({
      answers: ['10', '9', 'x'],
    });
    expect(
      votesIn(
        '{"unit":"u","annotator":"a","answer":1}\n' +
          '{"unit":"u","annotator":"b","answer":"1"}\n' +
          '{"unit":"u","annotator":"c","answer":1.0}\n' +
          '{"unit":"u","annotator":"d","answer":true}\n',
        'v.jsonl',
      ),
    ).toMatchObject({ answers: ['1', 'true'] });
  });

  it('passes over empty answers but keeps their units, and counts votes that repeat one', () => {
    expect(
      votesIn('unit,annotator,answer,weight\nu1,a,,1\nu1,b,x,0\nu1,b,y,2.5\nu2,b, ,3\n'),
    ).toEqual({
      rows: [
        ['u1', 'b', 'x', 0],
        ['u1', 'b', 'y', 2.5],
      ],
      answers: ['x', 'y'],
      repeats: 1,
      sizes: [2, 1, 2],
    });
    expect(
      votesIn('unit,annotator,answer\nu1,a,x\nu2,a,x\nu1,a,y\nu2,b,x\nu1,a,x\n'),
    ).toMatchObject({ repeats: 2, sizes: [2, 2, 2] });
    expect(
      votesIn(
        '{"unit":"u1","annotator":"a","answer":null}\n' +
          '{"unit":"u1","annotator":"b","answer":"x"}\n' +
          '{"unit":"u1","annotator":"b","answer":"x"}\n{"unit":"u1","annotator":"a"}\n',
        'v.jsonl',
      ),
    ).toMatchObject({
      rows: [
        ['u1', 'b', 'x', 1],
        ['u1', 'b', 'x', 1],
      ],
      repeats: 1,
    });
  });

  it('lists all that is wrong, with lines', () => {
    expect(
      votesIn(
        'unit,annotator,answer,weight\n,a,x,-1\nu,,x,1\nu,b,x,heavy\nu,b,x\nu,c,x,\nu,d,x,1e999\n',
      ),
    ).toEqual({
      count: 7,
      faults: [
        '2 weight is "-1", expected a number of at least 0',
        '2 unit is "", expected a non-empty text',
        '3 annotator is "", expected a non-empty text',
        '4 weight is "heavy", expected a number of at least 0',
        '5 the row has 3 fields, expected 4 as in the header',
        '6 weight is "", expected a number of at least 0',
        '7 weight is "1e999", expected a number of at least 0',
      ],
    });
    expect(
      votesIn(
        '{"unit":"u","annotator":"a","answer":"x","weight":1}\n' +
          '{"unit":1,"annotator":"a","answer":"x","weight":1}\n' +
          '{"annotator":null,"answer":["x"],"weight":"1"}\n[1]\n{"unit":"u","unit":"v"}\n' +
          '{bad\n',
        'v.jsonl',
      ),
    ).toEqual({
      count: 8,
      faults: [
        '2 unit is 1, expected a non-empty text',
        '3 weight is "1", expected a number of at least 0',
        '3 unit is missing, expected a non-empty text',
        '3 annotator is null, expected a non-empty text',
        '3 answer is an array of 1, expected a text, a number, true or false',
        '4 expected an object with named fields, got an array of 1',
        '5 the key unit appears twice, expected each key once',
        '6 expected JSON, got "{bad"',
      ],
    });
  });

  it.each([
    ['', 'votes.csv', ['1 the file is empty, expected at least one row']],
    ['unit,annotator,answer\n', 'votes.csv', ['the file is empty, expected at least one row']],
    ['\n \n', 'votes.jsonl', ['the file is empty, expected at least one row']],
    [
      'a,b,c\n1,2,3\n',
      'votes.csv',
      [
        '1 the rows have a, b, c, expected the columns unit, annotator and answer (name ' +
          'them with --unit, --annotator, --answer, or --columns)',
      ],
    ],
    [
      '{"a":1}\n',
      'votes.jsonl',
      [
        '1 the rows have a, expected the columns unit, annotator and answer (name them ' +
          'with --unit, --annotator, --answer, or --columns)',
      ],
    ],
    [
      'unit,unit,answer\n',
      'votes.csv',
      [
        '1 the column "unit" appears twice, expected each column once',
        '1 the rows have unit, unit, answer, expected the columns unit, annotator and ' +
          'answer (name them with --unit, --annotator, --answer, or --columns)',
      ],
    ],
    [
      'unit,annotator,answer\nu,a,\u00001\n',
      'votes.csv',
      ['2 expected UTF-8 text, got binary data (a zero byte)'],
    ],
    [
      'unit,annotator,answer\nu,a,"x\n',
      'votes.csv',
      ['2 a quoted field is not closed, expected a double quote at its end'],
    ],
  ])('refuses %j', (text, name, faults) => {
    expect(votesIn(text, name)).toEqual({ count: faults.length, faults });
  });

  it('refuses columns that are named and not there', () => {
    expect(votesIn('unit,annotator,answer\nu,a,x\n', 'votes.csv', { weight: 'mass' })).toEqual({
      count: 1,
      faults: ['1 the rows have unit, annotator, answer, expected the column mass'],
    });
  });

  it('takes a file for CSV by its name, however it begins', () => {
    const text = '[unit],annotator,answer\nu1,anna,yes\n';
    const rows = [['u1', 'anna', 'yes', 1]];
    expect(votesIn(text, 'votes.csv', { unit: '[unit]' })).toMatchObject({ rows });
    // Without an ending it is taken for what its beginning looks like.
    expect(votesIn(text, 'votes', { unit: '[unit]' })).not.toHaveProperty('rows');
  });

  it('knows a long table by its columns, under any of their names', () => {
    const own = { unit: 'item', annotator: 'worker', answer: 'label' };
    expect(voteTable(['label', 'worker', 'item', 'note'])).toEqual(own);
    expect(voteTable(['unit_id', 'unit', 'annotator', 'value', 'answer'])).toEqual({
      unit: 'unit',
      annotator: 'annotator',
      answer: 'answer',
    });
    for (const lacking of Object.values(own)) {
      const rest = Object.values(own).filter((name) => name !== lacking);
      expect(voteTable(rest)).toBeNull();
    }
    expect(columnNames('weight')).toBe('weight');
  });
});
