import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { evaluationTexts } from './texts.ts';
import styles from './evaluation.module.css';

interface FileFieldProps {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly value: File | null;
  readonly isRequired?: boolean;
  readonly onChange: (file: File | null) => void;
}

/** A file that is chosen or dropped. */
export function FileField({ isRequired = false, onChange, ...field }: FileFieldProps) {
  const texts = useTexts(evaluationTexts);
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onChange(file);
      }}
    >
      <FileInput
        {...field}
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
