/** Puts the cursor at the end of a field, unless it is already in the field. */
export function focusAtEnd(
  field: HTMLElement | null | undefined,
  options: FocusOptions = {},
): void {
  if (field === null || field === undefined || field === document.activeElement) return;
  field.focus(options);
  if (field instanceof HTMLTextAreaElement)
    field.setSelectionRange(field.value.length, field.value.length);
}
