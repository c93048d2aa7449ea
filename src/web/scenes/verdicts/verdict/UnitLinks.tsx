import styles from './verdict.module.css';

/** The element of a unit on this page. */
export function unitAnchor(unit: string): string {
  return `unit-${unit}`;
}

/** Leads to units further down on the page. */
export function UnitLinks({ units }: { readonly units: readonly string[] }) {
  if (units.length === 0) return null;
  return (
    <span className={styles.unitLinks}>
      {units.map((unit) => (
        <a key={unit} href={`#${encodeURIComponent(unitAnchor(unit))}`}>
          {unit}
        </a>
      ))}
    </span>
  );
}
