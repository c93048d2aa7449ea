/**
 * Puts the cursor into a field, behind what stands there already, so that one writes on. A field
 * that has it keeps it where it is.
 */
export function focusAtEnd(
  field: HTMLElement | null | undefined,
  options: FocusOptions = {},
): void {
  if (field === null || field === undefined || field === document.activeElement) return;
  field.focus(options);
  if (field instanceof HTMLTextAreaElement)
    field.setSelectionRange(field.value.length, field.value.length);
}
