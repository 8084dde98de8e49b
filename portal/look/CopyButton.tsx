import { Button } from './Button.tsx';
import { useToast } from './Toasts.tsx';

interface CopyButtonProps {
  /** Names the text in the toast, and for screen readers. */
  label: string;
  text: string;
}

/** Copies a text to the clipboard and reports it in a toast; nothing without a secure context (https), which that needs. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const toast = useToast();
  if (!('clipboard' in navigator)) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(`${label} copied`),
      () => toast(`${label} couldn't be copied. Select it and press Ctrl+C.`),
    );
  return (
    <Button aria-label={`Copy: ${label}`} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
