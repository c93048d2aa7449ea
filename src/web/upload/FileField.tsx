import { FileInput } from '@mantine/core';
import { useTexts } from '../texts/define-texts.ts';
import { Icon } from '../components/Icon.tsx';
import { uploadTexts } from './texts.ts';
import { useDrop } from './use-drop.ts';
import styles from './upload.module.css';

interface FileFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: File | null;
  readonly isRequired?: boolean;
  readonly onChange: (file: File | null) => void;
}

/** A file that is chosen or dropped. */
export function FileField({ isRequired = false, onChange, ...field }: FileFieldProps) {
  const texts = useTexts(uploadTexts);
  return (
    <div className={styles.drop} {...useDrop(onChange)}>
      <FileInput
        {...field}
        placeholder={texts.choose}
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': texts.clear(field.label) }}
        withAsterisk={isRequired}
        leftSection={<Icon name="upload" size={14} />}
        inputWrapperOrder={below}
        onChange={onChange}
      />
    </div>
  );
}

/** What a field is for stands below it, so that fields in a row align. */
export const below: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];
