import { Button } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import { textLimits } from '#schemas/designing/imports/bounded-json.ts';

/** A file that a person has chosen; without its text where it is too large to be read at all. */
export interface ChosenFile {
  name: string;
  text: string | null;
}

/** Asks for a JSON file. */
export function FileButton({ onChoose, children }: { onChoose: (file: ChosenFile) => void; children: ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const isRead = file.size < textLimits.characters;
    onChoose({ name: file.name, text: isRead ? await file.text() : null });
  };
  return (
    <>
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={typeof children === 'string' ? children : undefined}
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          // The same file may be chosen again, say after it was mended.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
