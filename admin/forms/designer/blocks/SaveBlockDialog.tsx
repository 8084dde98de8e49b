import { jsonPathLabel } from '../../../generate/json/json-path-label.ts';
import { apiErrorBody } from '../../../provider/http.ts';
import { serializeSelection } from '../clipboard.ts';
import type { Designer } from '../useDesigner.ts';
import { NameDialog } from './NameDialog.tsx';
import { useBlocks } from './useBlocks.ts';

/** Saves the selected widgets and their scripts as a reusable block in the palette. */
export function SaveBlockDialog({ designer, onClose }: { designer: Designer; onClose: () => void }) {
  const { lines, save } = useBlocks();
  const widgets = serializeSelection(designer);
  const count = widgets.length === 1 ? 'What is selected' : `The ${widgets.length} widgets that are selected`;
  const keep = async (name: string) => {
    try {
      await save(name, widgets);
      return undefined;
    } catch (error) {
      const [fault] = apiErrorBody(error).details?.fields ?? [];
      if (fault?.path.startsWith('/widgets/')) {
        const place = jsonPathLabel({ widgets }, fault.path.split('/').slice(1));
        return `${place}: ${fault.message}. Select what its scripts read as well.`;
      }
      return error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <NameDialog
      title="Save as a block"
      verb="Save"
      hint={`${count} will stand in the palette of all who design forms, with what stands in it and its scripts.`}
      taken={lines.map(({ name }) => name)}
      onName={keep}
      onClose={onClose}
    />
  );
}
