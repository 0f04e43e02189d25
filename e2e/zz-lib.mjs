import { chromium } from '@playwright/test';
export const B='http://localhost:3600';
export const launch=()=>chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
export const mails=async()=> (await fetch(B+'/api/dev/mailbox')).json().catch(()=>null);
export const log=(...a)=>console.log(...a);
export const focus=p=>p.evaluate(()=>{const e=document.activeElement;return e.tagName+':'+(e.getAttribute('aria-label')||e.name||e.id||'')+':'+(e.innerText||e.value||'').slice(0,40)});
