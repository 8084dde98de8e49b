import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import type { Override } from '../generate/override.ts';
import { DeletePage } from './DeletePage.tsx';
import { Members } from './Members.tsx';
import { ClientInput, ParentInput, SubTypeInput } from './place-inputs.tsx';

export const entities: Override<'Entity'> = {
  icon: AccountTreeOutlined,
  inputs: { parent: ParentInput, subType: SubTypeInput, client: ClientInput },
  children: { EntityMember: Members },
  deletePage: DeletePage,
};
