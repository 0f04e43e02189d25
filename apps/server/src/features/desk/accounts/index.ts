import { feature } from '../../../feature.ts';
import { accountDeskRoutes } from './account-desk-routes.ts';
import { accountDeskMails } from './emails/account-desk-mails.ts';

export const accountsFeature = feature({
  name: 'desk-accounts',
  routes: accountDeskRoutes,
  mails: accountDeskMails,
});
