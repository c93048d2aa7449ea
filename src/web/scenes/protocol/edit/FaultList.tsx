import { useTexts } from '../../../texts/define-texts.ts';
import type { FilePlace } from './placed-faults.ts';
import { editTexts } from './texts.ts';
import styles from './edit.module.css';

interface FaultListProps {
  readonly places: readonly (FilePlace & { readonly said: string })[];
  readonly onGo: (place: FilePlace) => void;
}

/** Every fault with its file, line and column; choosing one goes there. */
export function FaultList({ places, onGo }: FaultListProps) {
  const texts = useTexts(editTexts);
  if (places.length === 0) return null;
  return (
    <ul className={styles.faults} aria-label={texts.faults}>
      {places.map((place) => (
        <li key={`${place.file} ${place.from} ${place.said}`}>
          <button type="button" onClick={() => onGo(place)}>
            <span className={styles.place}>
              {place.file} {texts.atLine(place.line, place.column)}
            </span>{' '}
            {place.said}
          </button>
        </li>
      ))}
    </ul>
  );
}
