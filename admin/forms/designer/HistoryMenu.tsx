import { Button, Menu, MenuItem } from '@mui/material';
import { memo, useState } from 'react';
import type { Designer } from './useDesigner.ts';

/** Maximum number of edits listed in each direction. */
const maxEdits = 50;

/** Edit history menu: jumps to any undo or redo step. */
export function HistoryMenu({ designer: { history, goTo } }: { designer: Designer }) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  return (
    <>
      <HistoryButton
        isEmpty={history.undoStack.length + history.redoStack.length === 0}
        isOpen={at !== null}
        onOpen={setAt}
      />
      <Edits history={history} at={at} onClose={() => setAt(null)} onGo={goTo} />
    </>
  );
}

interface HistoryButtonProps {
  isEmpty: boolean;
  isOpen: boolean;
  onOpen: (at: HTMLElement) => void;
}

const HistoryButton = memo(function HistoryButton({ isEmpty, isOpen, onOpen }: HistoryButtonProps) {
  return (
    <Button
      color="inherit"
      disabled={isEmpty}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      History
    </Button>
  );
});

interface EditsProps {
  history: Designer['history'];
  /** Null while closed. */
  at: HTMLElement | null;
  onClose: () => void;
  onGo: Designer['goTo'];
}

/** Skip rendering while the menu is closed. */
const Edits = memo(EditsNow, (before: EditsProps, after: EditsProps) => before.at === null && after.at === null);

function EditsNow({ history: { undoStack, redoStack }, at, onClose, onGo }: EditsProps) {
  const now = undoStack.length;
  const first = Math.max(0, now - maxEdits);
  const entries = [...undoStack, ...redoStack.toReversed()].slice(first, now + maxEdits);
  return (
    <Menu open={at !== null} anchorEl={at} onClose={onClose}>
      {[{ name: first === 0 ? 'Original form' : `${first} earlier edits` }, ...entries].map(({ name }, index) => {
        const count = first + index;
        return (
          <MenuItem
            key={count}
            selected={count === now}
            aria-current={count === now ? 'step' : undefined}
            sx={count > now ? { color: 'text.secondary', fontStyle: 'italic' } : undefined}
            onClick={() => {
              onClose();
              onGo(count);
            }}
          >
            {name}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
