import styles from './protocol.module.css';

/** The most that is shown of a file; keys and policies can be long. */
const mostCharacters = 200_000;

/** A file as it was written. */
export function SourceText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <pre className={styles.source} tabIndex={0} role="region" aria-label={label}>
      {text.length > mostCharacters ? `${text.slice(0, mostCharacters)}\n…` : text}
    </pre>
  );
}
