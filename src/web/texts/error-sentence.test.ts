import { describe, expect, it } from 'vitest';
import { ApiError, OfflineError } from '../api/client.ts';
import { errorSentence } from './error-sentence.ts';

describe('what went wrong', () => {
  it('is said in the language of the reader where it is known, else as the server says it', () => {
    const wrong = new ApiError(401, { code: 'bad-credentials', message: 'The name or the password is not right.' });
    expect(errorSentence(wrong, 'de')).toBe('Der Name oder das Passwort stimmt nicht.');
    expect(errorSentence(wrong, 'en')).toBe('The name or the password is not right.');
    expect(errorSentence(new ApiError(400, { code: 'wrong-value', message: 'seed is x' }), 'de')).toBe('seed is x');
    expect(errorSentence(new OfflineError(), 'de')).toContain('nicht erreichbar');
  });
});
