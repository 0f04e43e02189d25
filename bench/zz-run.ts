import {deliveries} from './zz-deliveries.ts'; console.log(await deliveries())
