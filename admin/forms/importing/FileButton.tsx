import { Button } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import { textLimits } from '#schemas/designing/imports/parse-json.ts';

/** A file that the user picked. `text` is null if the file is too large to read. */
export interface PickedFile {
  name: string;
  text: string | null;
}

/** File picker for JSON files. */
export function FileButton({ onChoose, children }: { onChoose: (file: PickedFile) => void; children: ReactNode }) {
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
          // Reset, so that picking the same file again, after a fix, fires a change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
