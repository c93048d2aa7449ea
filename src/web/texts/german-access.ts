import type { accessErrors } from '../../domain/people/access-errors.ts';

/** Why somebody is not let in, in German. */
export const germanAccessErrors: Readonly<Record<keyof typeof accessErrors, string>> = {
  'not-signed-in': 'Melden Sie sich zuerst an.',
  'bad-credentials': 'Name oder Passwort ist falsch.',
  csrf:
    'Die Kopfzeile x-csrf-token fehlt oder gehört nicht zu dieser Sitzung. Laden Sie die Seite ' +
    'neu.',
  'role-needed': 'Ihre Rolle in {project} ist {role}. Dafür braucht es die Rolle {needed}.',
  'workspace-lead-needed': 'Das kann nur die Leitung des Arbeitsbereichs.',
  'sign-in-needed': 'Melden Sie sich dafür an; ein Token genügt nicht.',
  'read-only-token': 'Dieses Token darf nur lesen.',
  'metrics-token-needed': 'Senden Sie das Token für die Messwerte: Authorization: Bearer …',
  'metrics-are-local':
    'Die Messwerte sind nur auf diesem Rechner lesbar, unter localhost. Um sie von anderswo ' +
    'oder über einen Proxy zu lesen, starten Sie den Server mit --metrics-token.',
  'judge-first': 'Sie müssen {unit} noch beurteilen. Tun Sie das zuerst.',
  'names-are-for-leads': 'Nur die Leitung sieht die Namen der Annotierenden.',
  'has-seen-answers':
    '{annotator} konnte Antworten anderer in dieser Runde sehen und kann darin nicht mehr ' +
    'urteilen.',
  'mail-off':
    'Dieser Server verschickt keine E-Mails. Starten Sie ihn dafür mit --smtp und --mail-from.',
  'own-account':
    'Sie können Ihr eigenes Konto nicht sperren. Bitten Sie jemand anderen aus der Leitung.',
  'last-lead':
    'Der Arbeitsbereich braucht eine Leitung. Geben Sie die Rolle zuerst jemand anderem.',
  'not-in-round': 'Sie sind nicht in der Runde {round}.',
  'takes-part':
    'Sie sind in der Runde {round} (Versuch {attempt}), die noch offen ist. Bis sie geschlossen ' +
    'ist, sehen Sie weder die Antworten anderer noch, was beim Annotieren verborgen ist.',
  'same-browser':
    'In diesem Browser war jemand angemeldet, der in der offenen Runde {round} (Versuch ' +
    '{attempt}) urteilt. Er kann die Antworten anderer nicht zeigen. Öffnen Sie den Link in ' +
    'Ihrem eigenen Browser.',
  'account-needed':
    '{by} hat diesen Link erstellt und urteilt in der offenen Runde {round}. Wählen Sie einen ' +
    'eigenen Namen und ein Passwort, um ihn zu benutzen.',
  'weak-password':
    'Dieses Passwort ist leicht zu erraten: {reason}. Wählen Sie ein anderes, zum Beispiel vier ' +
    'Wörter.',
  'not-found': 'Nicht gefunden: {what}.',
  'wrong-method': '{method} ist an dieser Adresse nicht möglich, erwartet: {expected}.',
  'panel-name':
    'Der Name {login} gehört einer Regel oder einem Modell im Panel von {project}. Wählen Sie ' +
    'einen anderen.',
  'member-name':
    'Im Panel heißt eine Regel oder ein Modell {name}, aber {login} ist oder war Mitglied von ' +
    '{project}. Wählen Sie für die Regel oder das Modell einen anderen Namen.',
  'unknown-actor':
    'Niemand mit dem Namen {by} darf das hier, erwartet: {expected}. Geben Sie --by an.',
  'login-taken':
    'Der Name {login} ist vergeben. Wählen Sie einen anderen, oder melden Sie sich an und ' +
    'öffnen Sie den Link noch einmal.',
  'link-expired':
    'Dieser Link wurde schon benutzt, zurückgezogen oder ist abgelaufen. Bitten Sie um einen ' +
    'neuen.',
  'too-many-attempts': 'Zu viele Versuche. Versuchen Sie es in {seconds} s noch einmal.',
  'too-large': 'Die Anfrage ist größer als {limit}.',
  'headers-too-large': 'Die Kopfzeilen der Anfrage sind zu groß.',
  'too-slow': 'Die Anfrage hat zu lange gedauert.',
  'wrong-content-type': 'Der Inhaltstyp ist {got}, erwartet: {expected}.',
  'bad-request': 'Die Anfrage kann nicht gelesen werden.',
  'host-missing': 'Die Kopfzeile Host fehlt.',
  'wrong-host':
    'Dieser Server antwortet nicht auf den Namen {host}. Benutzen Sie die Adresse, die Sie ' +
    'bekommen haben. Wer den Server betreibt, ergänzt einen Namen mit --public-url oder ' +
    '--allow-host.',
  'expectation-unknown': 'Die Kopfzeile Expect hat einen unbekannten Wert.',
  'request-aborted': 'Die Anfrage wurde abgebrochen.',
};
