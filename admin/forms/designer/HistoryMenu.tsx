import { Button, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import type { Designer } from './useDesigner.ts';

/** How many edits are listed each way. */
const most = 50;

/** What was done and undone, to go back or forth to. */
export function HistoryMenu({ designer: { history, goTo } }: { designer: Designer }) {
  const { done, undone } = history;
  const [at, setAt] = useState<HTMLElement | null>(null);
  const all = [...done, ...undone.toReversed()];
  const now = done.length;
  const first = Math.max(0, now - most);
  const shown = all.slice(first, now + most);
  return (
    <>
      <Button
        color="inherit"
        disabled={all.length === 0}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={(event) => setAt(event.currentTarget)}
      >
        History
      </Button>
      <Menu open={at !== null} anchorEl={at} onClose={() => setAt(null)}>
        {[{ name: first === 0 ? 'The beginning' : `${first} edits before` }, ...shown].map(({ name }, index) => {
          const count = first + index;
          return (
            <MenuItem
              key={count}
              selected={count === now}
              aria-current={count === now ? 'step' : undefined}
              sx={count > now ? { color: 'text.secondary', fontStyle: 'italic' } : undefined}
              onClick={() => {
                setAt(null);
                goTo(count);
              }}
            >
              {name}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
