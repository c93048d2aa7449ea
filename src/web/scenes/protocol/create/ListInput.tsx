import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface ListInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly list: readonly string[];
  readonly onChange: (list: readonly string[]) => void;
}

/** Several short texts in one field, separated by commas, semicolons or line breaks. */
export function ListInput({ label, placeholder, list, onChange }: ListInputProps) {
  const [text, setText] = useState(list.join(', '));
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={text}
      autoComplete="off"
      onChange={(event) => {
        setText(event.currentTarget.value);
        const given = event.currentTarget.value.split(/[,;\n]/).map((one) => one.trim());
        onChange([...new Set(given.filter((one) => one !== ''))]);
      }}
    />
  );
}
