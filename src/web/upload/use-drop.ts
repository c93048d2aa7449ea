import { useState } from 'react';
import type { DragEvent } from 'react';

/** Makes an element take a dropped file: `<div {...useDrop(take)}>`. */
export function useDrop(take: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file !== undefined) take(file);
    },
  };
}
