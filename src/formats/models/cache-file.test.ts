import { describe, expect, it } from 'vitest';
import {
  annotatorRun,
  cacheFilePieces,
  rawKey,
  readCacheMetadata,
  runAnnotator,
} from './cache-file.ts';

describe('rawKey', () => {
  it('takes a key apart from both ends', () => {
    expect(rawKey('review123::gpt-5.1::run1')).toEqual({
      unit: 'review123',
      model: 'gpt-5.1',
      run: 1,
    });
    expect(rawKey('a::b::vendor:model::run12')).toEqual({
      unit: 'a::b',
      model: 'vendor:model',
      run: 12,
    });
  });

  it.each([
    'review::model::run0',
    'review::model::1',
    'review::run1',
    '::model::run1',
    'review::model::run1x',
    'review::model::run01',
  ])('refuses %s', (key) => {
    expect(rawKey(key)).toBeNull();
  });
});

describe('runAnnotator', () => {
  it('names a run, and is read back', () => {
    expect(annotatorRun(runAnnotator('gpt-5-mini', 3))).toEqual({ model: 'gpt-5-mini', run: 3 });
    expect(['anna', 'm#0', '#1'].map(annotatorRun)).toEqual([null, null, null]);
  });
});

describe('readCacheMetadata', () => {
  it('reads hash, time and runs by topic', () => {
    const metadata = readCacheMetadata(
      {
        G1_allergy: {
          term_hash: '084effe1517dd2ae',
          created_at: '2026-01-18T04:10:02',
          model_config: { 'gpt-5-mini': 1 },
        },
        other: {},
      },
      'cache.json',
      2,
    );
    expect(metadata.get('G1_allergy')).toEqual({
      termHash: '084effe1517dd2ae',
      createdAt: '2026-01-18T04:10:02',
      modelRuns: new Map([['gpt-5-mini', 1]]),
      modelWeights: null,
    });
    expect(metadata.get('other')).toEqual({
      termHash: null,
      createdAt: null,
      modelRuns: null,
      modelWeights: null,
    });
  });

  it('refuses runs that are no numbers', () => {
    expect(() => readCacheMetadata({ a: { model_config: { m: '1' } } }, 'cache.json', 2)).toThrow(
      'cache.json:2 _metadata.a.model_config.m is something else, expected a number of ' +
        'runs per model',
    );
  });
});

describe('cacheFilePieces', () => {
  it('writes raw and aggregated judgments with their metadata, as the document shows', () => {
    const pieces = [
      ...cacheFilePieces([
        {
          topic: 'G1_allergy',
          metadata: {
            termHash: 'a1b2c3d4e5f60718',
            createdAt: '2024-01-18T10:00:00',
            modelRuns: new Map([['gpt-5.1', 1]]),
            modelWeights: new Map([['gpt-5.1', 3]]),
          },
          raw: () => [
            {
              unit: 'r1',
              annotator: 'gpt-5.1#1',
              answers: { is_relevant: true, severity: 'mild' },
            },
            { unit: 'r1', annotator: 'anna', answers: { is_relevant: false } },
          ],
          aggregated: () => [
            {
              unit: 'r1',
              answers: { is_relevant: true, severity: 'mild' },
              confidence: { severity: 12 / 14 },
            },
          ],
        },
      ]),
    ];
    expect(JSON.parse(pieces.join(''))).toEqual({
      _metadata: {
        G1_allergy: {
          term_hash: 'a1b2c3d4e5f60718',
          created_at: '2024-01-18T10:00:00',
          model_config: { 'gpt-5.1': 1 },
          model_weights: { 'gpt-5.1': 3 },
        },
      },
      raw: {
        'G1_allergy::r1::gpt-5.1::run1': {
          review_id: 'r1',
          is_relevant: true,
          severity: 'mild',
          _model: 'gpt-5.1',
          _run: 1,
        },
      },
      aggregated: {
        'G1_allergy::r1': {
          _aggregated: true,
          _confidence: { severity: 0.857 },
          review_id: 'r1',
          is_relevant: true,
          severity: 'mild',
        },
      },
    });
  });

  it('writes a file without topics that is JSON', () => {
    expect(JSON.parse([...cacheFilePieces([])].join(''))).toEqual({
      _metadata: {},
      raw: {},
      aggregated: {},
    });
  });
});
