import {launch,B,log,focus} from './zz-lib.mjs';
const b=await launch(); const ctx=await b.newContext({viewport:{width:1280,height:800}}); const p=await ctx.newPage();
p.on('console',m=>{if(['error','warning'].includes(m.type()))log('CONSOLE',m.text().slice(0,200))}); p.on('pageerror',e=>log('PAGEERR',e.message));
const email='a'.repeat(50)+Date.now()+'@example.org', pw='Correct-horse-1';
await p.goto(B+'/'); await p.waitForURL('**/login**'); log('root→',p.url());
// keyboard signup
await p.goto(B+'/signup'); await p.waitForSelector('form');
const order=[];for(let i=0;i<16;i++){await p.keyboard.press('Tab');order.push(await focus(p));}
log('TAB signup',order.join('\n  '));
await p.focus('input[name=email]'); await p.keyboard.type(email); 
await p.focus('input[name=password]'); await p.keyboard.type('abc');
await p.focus('input[name=confirm_password]'); await p.keyboard.type('abd'); await p.waitForTimeout(100);
for(const n of ['privacy_policy','terms_of_use','public_offer']){await p.focus(`input[name=${n}]`);await p.keyboard.press('Space');}
await p.keyboard.press('Enter'); await p.waitForTimeout(500);
log('after bad:',(await p.innerText('main')).replace(/\n+/g,' | ')); log('focus',await focus(p));
log('html attrs', await p.$$eval('input',es=>es.map(e=>[e.name,e.type,e.autocomplete,e.getAttribute('inputmode'),e.required,e.getAttribute('aria-invalid'),e.getAttribute('aria-describedby')].join(','))));
// language change in mid-form
await p.selectOption('select >> nth=0','en'); await p.waitForTimeout(500);
log('lang en mid-form email kept', (await p.inputValue('input[name=email]'))===email, (await p.innerText('main')).replace(/\n+/g,' | ').slice(0,400), await p.title(), await p.evaluate(()=>document.documentElement.lang));
await p.selectOption('select >> nth=0','ru'); await p.waitForTimeout(300);
await p.fill('input[name=password]',pw); await p.fill('input[name=confirm_password]',pw);
let posts=0; p.on('request',r=>{if(r.method()==='POST')posts++;});
const t0=Date.now(); await p.dblclick('button[type=submit]'); await p.waitForSelector('text=Регистрация успешна'); const t1=Date.now(); log('posts on dblclick',posts,'focus',await focus(p));
await p.waitForURL('**/login'); log('redirect after',Date.now()-t1, await focus(p), await p.title());
log('login:',(await p.innerText('main')).replace(/\n+/g,' | '));
// unverified sign in
await p.fill('input[name=email]',email); await p.fill('input[name=password]',pw); await p.keyboard.press('Enter'); await p.waitForSelector('text=Email не подтвержден');
log('unverified',(await p.innerText('main')).replace(/\n+/g,' | '), 'email kept',(await p.inputValue('input[name=email]'))===email);
await p.screenshot({path:'/tmp/a-unverified.png'});
await p.setViewportSize({width:320,height:640}); await p.waitForTimeout(200); log('320 overflow',await p.evaluate(()=>document.documentElement.scrollWidth)); await p.setViewportSize({width:1280,height:800});
const list=await (await fetch(B+'/api/dev/mails')).json(); const m=list.mails.find(x=>x.to.includes(email)); const mail=await (await fetch(B+'/api/dev/mails/'+m.id)).json();
const link=mail.text.match(/https?:\/\/[^\s\])>"]+verify[^\s\])>"]+/)[0]; log(link.slice(0,60));
await p.goto(link); await p.waitForSelector('text=Вход в систему...'); const t2=Date.now(); log('url now',p.url()); await p.waitForURL('**/dashboard'); log('verify redirect',Date.now()-t2, await focus(p));
await p.waitForTimeout(800); log('dash',(await p.innerText('body')).replace(/\n+/g,' | '), await p.title());
await p.screenshot({path:'/tmp/a-dash.png'});
await ctx.storageState({path:'/tmp/a-state.json'}); (await import('fs')).writeFileSync('/tmp/a-email',email);
// reload on every route, titles
for(const r of ['/','/dashboard','/mail','/contact','/instructions','/trusted-legacies','/settings','/settings?tab=plan','/settings?tab=security','/settings?tab=agreements','/settings?tab=support','/settings?tab=privacy','/mock-payment','/nope','/login','/signup','/forgot-password','/update-password','/reset-password','/password-success','/terms','/terms-of-use','/privacy','/privacy-policy','/public-offer','/faq','/success','/cancel','/verify','/yookassa-return','/setup','/dev/mailbox']){
 await p.goto(B+r); await p.waitForTimeout(550); 
 const h=await p.$$eval('h1',e=>e.map(x=>x.innerText).join('#')); const nav=await p.$$eval('header nav a[aria-current]',e=>e.map(x=>x.innerText).join());
 log(r,'→',new URL(p.url()).pathname+new URL(p.url()).search,'|',await p.title(),'|',h,'| nav',nav, '| hasNav', await p.$$eval('header nav a',e=>e.length));
}
await b.close();
