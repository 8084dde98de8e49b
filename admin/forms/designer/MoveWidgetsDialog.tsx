import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { type ChangeEvent, useState } from 'react';
import { designWidgetName, move } from '#schemas/designing/edits.ts';
import { type DropTarget, resolveTarget } from './drag-data.ts';
import { outlineItems } from './outline-items.ts';
import type { Designer } from './useDesigner.ts';

/** Positions relative to the target widget. 'into' needs a target that can contain others. */
const sides = { bottom: 'Below', top: 'Above', left: 'Left', right: 'Right', into: 'Inside, at the end' };
const isSide = (side: string): side is keyof typeof sides => Object.hasOwn(sides, side);

/** Moves the selected widgets beside or into another widget, without drag and drop. */
export default function MoveWidgetsDialog({ designer, onClose }: { designer: Designer; onClose: () => void }) {
  const { design, selected, applyEdit } = designer;
  const moving = selected.map(({ id }) => id);
  const others = outlineItems(design, new Set(moving)).filter(({ widget }) => !moving.includes(widget.id));
  const [to, setTo] = useState(design.root.id);
  const [chosen, setChosen] = useState<keyof typeof sides>('bottom');
  const [error, setError] = useState('');
  const target = others.find(({ widget }) => widget.id === to);
  const isHolder = target?.widget.type === 'container' || Boolean(target?.widget.content);
  const possible = Object.keys(sides)
    .filter(isSide)
    .filter((each) => (each === 'into' ? isHolder : target?.level !== 1));
  const side = possible.includes(chosen) ? chosen : (possible[0] ?? 'into');
  const go = () => {
    const dropped: DropTarget = { id: to, edge: side === 'into' ? null : side };
    const edit = move(design, { ids: moving, to: resolveTarget(design, dropped) });
    if (applyEdit(edit)) onClose();
    else setError('rejected' in edit ? edit.rejected : '');
  };
  const [only] = selected;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{`Move ${selected.length === 1 && only ? designWidgetName(only) : `${selected.length} widgets`}`}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextField
          select
          label="Target"
          value={to}
          slotProps={{ select: { native: true } }}
          onChange={({ target: { value } }) => setTo(value)}
        >
          {others.map(({ widget, level }) => (
            <option key={widget.id} value={widget.id}>
              {`${'\u00a0'.repeat((level - 1) * 2)}${level === 1 ? 'The whole form' : designWidgetName(widget)}`}
            </option>
          ))}
        </TextField>
        <TextField
          select
          label="Position"
          value={side}
          error={error !== ''}
          helperText={error}
          slotProps={{ select: { native: true } }}
          onChange={({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
            if (isSide(value)) setChosen(value);
          }}
        >
          {possible.map((each) => (
            <option key={each} value={each}>
              {sides[each]}
            </option>
          ))}
        </TextField>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" onClick={go}>
          Move
        </Button>
      </DialogActions>
    </Dialog>
  );
}
