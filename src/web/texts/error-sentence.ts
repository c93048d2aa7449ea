import type { ErrorCode } from '../../domain/errors.ts';
import { ApiError, OfflineError } from '../api/client.ts';
import type { Language } from './define-texts.ts';
import { sharedTexts } from './shared-texts.ts';

/** What went wrong in a sentence. The server speaks English; what people meet most is said in their language, the rest as it came. */
export function errorSentence(error: unknown, language: Language): string {
  if (error instanceof OfflineError) return sharedTexts[language].errors.offline;
  if (error instanceof ApiError) return (language === 'de' ? german[error.code] : undefined) ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

const german: Partial<Record<ErrorCode, string>> = {
  'not-signed-in': 'Melden Sie sich zuerst an.',
  'bad-credentials': 'Der Name oder das Passwort stimmt nicht.',
  'login-taken': 'Dieser Name ist vergeben. Wählen Sie einen anderen, oder melden Sie sich an und öffnen Sie den Link noch einmal.',
  'link-expired': 'Dieser Link wurde benutzt, zurückgezogen oder ist abgelaufen. Bitten Sie um einen neuen.',
  'too-many-attempts': 'Zu viele Versuche. Warten Sie einen Augenblick.',
  csrf: 'Diese Sitzung ist nicht mehr die der Seite. Laden Sie die Seite neu.',
  'round-closed': 'Die Runde ist geschlossen.',
  'not-assigned': 'Diese Einheit gehört in dieser Runde nicht zu Ihren.',
  'already-judged': 'Diese Einheit ist schon beurteilt, und die bekannten Antworten wurden gezeigt. Eine Antwort im Training wird nicht geändert.',
  'draft-outdated': 'Von dieser Einheit liegt schon ein neuerer Entwurf vor.',
  'database-locked': 'Die Datenbank ist gerade beschäftigt. Versuchen Sie es noch einmal.',
  'database-unreachable': 'Die Datenbank ist nicht erreichbar.',
  'too-large': 'Das ist zu groß.',
};
