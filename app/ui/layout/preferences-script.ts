/**
 * For a browser that forbids storage: React Router reads the scroll positions there, and would report an
 * error on each page. They last for this page.
 */
const sessionStandIn = `try{sessionStorage.getItem('')}catch(e){var m=Object.create(null);Object.defineProperty(window,'sessionStorage',{configurable:true,value:{getItem:function(k){return k in m?m[k]:null},setItem:function(k,v){m[k]=v},removeItem:function(k){delete m[k]}}})}`

/**
 * Runs in the head, before anything is painted. Constant text, so that its hash in the content
 * security policy is constant too. Kept in step with `setTheme` and `setMotion`. The server alone has it: a
 * browser has run it already.
 */
export const preferencesScript = `try{var d=document.documentElement.dataset,t=localStorage.getItem('theme');if(t==='paper'||t==='night')d.theme=t;if(localStorage.getItem('motion')==='still')d.motion='still'}catch(e){}${sessionStandIn}`
